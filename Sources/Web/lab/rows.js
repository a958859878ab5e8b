// The rows of a sequence: one for each event, one for repeated events, and one for a silence, with its length.

import { kinds } from "./events.js";

/** @typedef {import("./events.js").Events} Events */

/** The shortest silence that gets a row, in milliseconds. */
export const silence = 100;

/**
 * @typedef {{ kind: "event", number: number, last: number, count: number }
 *   | { kind: "silence", number: number, length: number }} Row a silence has the number of the event after it
 */

/** Parties of every call: events of them alone belong to no call. */
const common = new Set(["exchange", "carrier", "apple", "lab"]);

/** @typedef {"all" | "messages" | "pushes" | "phones"} Filter */

/** @type {Record<Filter, (kind: string, isToOther: boolean) => boolean>} */
const shown = {
  all: () => true,
  messages: (kind) => kind === "message" || kind === "violation",
  pushes: (kind) => kind === "push" || kind === "violation",
  phones: (kind, isToOther) => !isToOther && kind !== "decision",
};

export class Rows {
  /** @type {Row[]} */
  #rows = [];
  #next;
  #dropped = 0;
  #hasBegun = false;
  /**
   * The parties of the shown rows, in the order in which they appeared.
   * @type {Set<string>}
   */
  parties;

  /**
   * @param {Events} events
   * @param {{ call?: string | null, filter?: Filter, search?: string, since?: number,
   *   parties?: readonly string[] }} choice
   *   call null: whatever the call; since: the first event that can be of it; parties: those who have a part in it from
   *   there on, also where no event of the call names them
   */
  constructor(events, { call = null, filter = "all", search = "", since = 0, parties = [] }) {
    this.events = events;
    this.call = call === null ? 0 : events.strings.number(call);
    this.filter = filter;
    this.search = search.trim().toLowerCase();
    this.parties = new Set(parties);
    this.#hasBegun = parties.length > 0;
    this.#next = Math.max(since, events.first);
    this.extend();
  }

  get length() { return this.#rows.length; }

  /** @param {number} index */
  row(index) { return this.#rows[index]; }

  /** Adds the events that came since, and removes dropped ones. Returns whether a row is new. */
  extend() {
    const { events } = this;
    const before = events.end;
    const isNew = this.#next < before;
    for (; this.#next < before; this.#next += 1) if (this.#takes(this.#next)) this.#take(this.#next);
    if (events.first - this.#dropped > 1_000) this.#drop(events.first);
    return isNew;
  }

  /**
   * The row of an event, or the last one before it; -1 if there is none.
   * @param {number} number
   */
  indexOf(number) {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.#rows[middle];
      if (row.number <= number && (row.kind === "event" || row.number < number)) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    return index >= 0 && this.#rows[index].kind === "silence" ? index - 1 : index;
  }

  /** @param {number} number */
  #takes(number) {
    const { events } = this;
    const place = number % events.capacity;
    if (this.call !== 0 && !this.#isOfCall(place)) return false;
    if (this.filter !== "all" && !shown[this.filter](kinds[events.kinds[place]], events.tos[place] !== 0)) return false;
    if (this.search === "") return true;
    const { what, more, from, to } = events.get(number);
    return `${from} ${to ?? ""} ${what} ${more}`.toLowerCase().includes(this.search);
  }

  /**
   * A row of no call belongs to it where it happens to one of its devices, once it has begun.
   * @param {number} place
   */
  #isOfCall(place) {
    const { calls, froms, tos, strings } = this.events;
    if (calls[place] === this.call) return this.#hasBegun = true;
    if (calls[place] !== 0 || !this.#hasBegun) return false;
    return [froms[place], tos[place]].some((party) => {
      const name = strings.text(party);
      return name !== null && !common.has(name) && this.parties.has(name);
    });
  }

  /** @param {number} number */
  #take(number) {
    const { events } = this;
    const place = number % events.capacity;
    for (const party of [events.froms[place], events.tos[place]]) {
      const name = events.strings.text(party);
      if (name) this.parties.add(name);
    }
    const row = this.#rows.at(-1);
    if (row?.kind === "event") {
      const length = events.times[place] - events.times[row.last % events.capacity];
      if (length > silence) this.#rows.push({ kind: "silence", number, length });
      else if (this.#repeats(row.last % events.capacity, place)) {
        // Replaced, not changed: a drawn row is compared by identity.
        this.#rows[this.#rows.length - 1] = { ...row, last: number, count: row.count + 1 };
        return;
      }
    }
    this.#rows.push({ kind: "event", number, last: number, count: 1 });
  }

  /** @param {number} one @param {number} other */
  #repeats(one, other) {
    const { kinds: kind, froms, tos, whats, rules, details } = this.events;
    return froms[one] === froms[other] && tos[one] === tos[other] && whats[one] === whats[other]
      && kind[one] === kind[other] && details[one] === details[other] && rules[one] === 0 && rules[other] === 0
      && kinds[kind[one]] !== "person";
  }

  /** @param {number} first */
  #drop(first) {
    this.#dropped = first;
    const keep = this.#rows.findIndex((row) => row.number >= first);
    this.#rows.splice(0, keep < 0 ? this.#rows.length : keep);
    if (this.#rows[0]?.kind === "silence") this.#rows.shift();
  }
}
