// One run, live or recorded: its rows, its states and its sound quality, up to an end.

import { Events } from "./events.js";
import { History } from "./history.js";
import { Qualities } from "./qualities.js";

/** @typedef {import("./events.js").Row} Row */
/** @typedef {import("./history.js").Change} Change */
/** @typedef {import("./history.js").World} World */
/** @typedef {import("./qualities.js").Sample} Sample */

/**
 * @typedef {object} Recording what a scenario or a trace gives
 * @property {string} name
 * @property {number} end
 * @property {Row[]} rows
 * @property {Change[]} changes
 * @property {World} state
 * @property {{ at: number, promise: string, kept: boolean, found: string }[]} [promises]
 * @property {boolean} [passed]
 * @property {string | null} [call]
 * @property {string} [file]
 * @property {"ours" | "naive"} [on]
 */

export class Run {
  events = new Events();
  qualities = new Qualities();
  /** @type {Recording["promises"]} */
  promises = [];
  /**
   * Of a scenario: its file and the phone that played it.
   * @type {{ file: string, on: "ours" | "naive" } | null}
   */
  scenario = null;
  /** @type {boolean | null} */
  passed = null;
  /**
   * Of a recording: the session whose sequence is shown; null: all.
   * @type {string | null}
   */
  call = null;

  /** @param {string} name @param {boolean} isLive @param {World} world @param {number} end */
  constructor(name, isLive, world, end) {
    this.name = name;
    this.isLive = isLive;
    this.history = new History(world);
    this.end = end;
  }

  /** @param {Recording} recording */
  static recorded(recording) {
    const run = new Run(recording.name, false, recording.state ?? {}, recording.end);
    run.promises = recording.promises ?? [];
    run.passed = recording.passed ?? null;
    run.call = recording.call ?? null;
    if (recording.file && recording.on) run.scenario = { file: recording.file, on: recording.on };
    run.take(recording);
    return run;
  }

  /** The same value for two recordings of the same scenario. */
  get key() { return this.scenario ? `${this.scenario.file} ${this.scenario.on}` : this.name; }

  /** @param {{ rows?: readonly Row[], changes?: readonly Change[], quality?: readonly Sample[], now?: number }} news */
  take({ rows = [], changes = [], quality = [], now = 0 }) {
    for (const row of rows) this.events.append(row);
    for (const change of changes) this.history.append(change);
    for (const sample of quality) this.qualities.add(sample);
    this.end = Math.max(this.end, now, rows.at(-1)?.at ?? 0);
  }

  /**
   * Inserts older events, which end where the stored rows begin.
   * @param {{ rows: Row[], changes: Change[], state: World }} older
   */
  prepend({ rows, changes, state }) {
    this.events.prepend(rows);
    this.history.prepend(state, changes);
  }
}
