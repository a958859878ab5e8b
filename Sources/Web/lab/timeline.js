// The time line: spans by the state of the call, ticks by kind of event, and the moment, which can be dragged.

import { set, write } from "../phone/dom.js";
import { kinds } from "./events.js";
import { color, fresh, line } from "./paint.js";
import { label } from "./plots.js";
import { moment as momentText } from "./words.js";

/** @typedef {import("./events.js").Events} Events */
/** @typedef {import("./tracks.js").Span} Span */

const height = 48;
const margin = 7;
/**
 * The weight of each kind, which decides when two rows share a pixel.
 * @type {Record<string, number>}
 */
const weights = { violation: 4, lab: 3, person: 2, push: 1 };

/**
 * The kind of event that matters most in each pixel column, as its weight plus one; 0 without an event.
 * @param {Events} events @param {number} from @param {number} to @param {number} columns
 */
export function ticksOf(events, from, to, columns) {
  const ticks = new Uint8Array(columns);
  const scale = (columns - 1) / Math.max(1, to - from);
  for (let number = Math.max(events.first, events.lastBy(from - 0.001) + 1); number < events.end; number += 1) {
    const at = events.at(number);
    if (at > to) break;
    const column = Math.floor((at - from) * scale);
    const weight = 1 + (weights[kinds[events.kinds[number % events.capacity]]] ?? 0);
    if (weight > ticks[column]) ticks[column] = weight;
  }
  return ticks;
}

/**
 * Round times for the scale below.
 * @param {number} from
 * @param {number} to
 * @param {number} width
 */
export function labelsOf(from, to, width) {
  const most = Math.max(2, Math.floor(width / 90));
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600,
    7_200].map((step) => step * 1_000);
  const step = steps.find((one) => (to - from) / one <= most) ?? 14_400_000;
  const labels = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) labels.push(at);
  return labels;
}

const looks = [null, ["--ink-3", 15, 1], ["--held", 15, 1], ["--ink", 10, 1.5], ["--cut", 10, 2],
  ["--broken-fill", 5, 2.5]];

export class Timeline {
  /** @type {{ key: string, ticks: Uint8Array, countedAt: number }} */
  #ticks = { key: "", ticks: new Uint8Array(), countedAt: -Infinity };

  /**
   * @param {{ canvas: HTMLCanvasElement, range: HTMLInputElement, now: HTMLElement, of: HTMLElement }} parts
   * @param {import("./sizes.js").Sizes} sizes
   */
  constructor(parts, sizes) {
    this.parts = parts;
    this.sizes = sizes;
  }

  /**
   * @param {{ events: Events, from: number, to: number, origin: number, time: number, spans: readonly Span[],
   *   position: string,
   *   state: string }} what position: such as `event 16 of 39`; state: what the chosen phone's call is
   */
  draw({ events, from, to, origin, time, spans, position, state }) {
    const { canvas, range, now, of } = this.parts;
    const width = Math.max(60, Math.floor(this.sizes.of(/** @type {Element} */ (canvas.parentElement)).width));
    const context = fresh(canvas, width, height);
    const length = Math.max(1, to - from);
    const x = (/** @type {number} */ at) => margin + ((at - from) / length) * (width - margin * 2);
    const rail = 26;
    const bar = (/** @type {number} */ start, /** @type {number} */ end, /** @type {string} */ ink) => {
      context.fillStyle = color(ink);
      context.beginPath();
      /** @type {any} */ (context).roundRect(x(start), rail, Math.max(2, x(end) - x(start)), 6, 2.5);
      context.fill();
    };
    bar(from, to, "--rail");
    for (const { from: start, to: end, tone } of spans) {
      if (end < from) continue;
      const begin = Math.max(from, start);
      context.globalAlpha = 0.3;
      if (end > time) bar(Math.max(begin, time), end, `--${tone}-fill`);
      context.globalAlpha = 1;
      if (begin < time) bar(begin, Math.min(time, end), `--${tone}-fill`);
    }
    this.#drawTicks(context, { events, from, to, width }, x(time));
    const labels = labelsOf(from - origin, to - origin, width);
    for (const at of labels) {
      const text = at < 60_000 ? `${at / 1_000} s` : momentText(at, 0);
      const size = context.measureText(text).width || 30;
      label(context, text, Math.max(0, Math.min(width - size - 2, x(at + origin) - size / 2)), 46, color("--ink-3"));
    }
    context.strokeStyle = context.fillStyle = color("--accent");
    context.lineWidth = 2;
    line(context, x(time), 4, x(time), 36);
    context.beginPath();
    context.arc(x(time), rail + 3, 6.5, 0, Math.PI * 2);
    context.fill();
    write(now, momentText(time - origin));
    write(of, position);
    set(range, "min", String(Math.floor(from)));
    set(range, "max", String(Math.ceil(to)));
    range.value = String(time);
    set(range, "aria-valuetext", `${momentText(time - origin, 2)}, ${state}`);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{ events: Events, from: number, to: number, width: number }} what @param {number} now
   */
  #drawTicks(context, { events, from, to, width }, now) {
    const columns = Math.floor(width - margin * 2);
    const key = `${columns} ${from} ${to} ${events.first} ${events.end}`;
    const countedAt = performance.now();
    // A live run grows all the time. Its ticks are counted again a few times a second.
    if (key !== this.#ticks.key && (countedAt - this.#ticks.countedAt > 200 || this.#ticks.ticks.length !== columns)) {
      this.#ticks = { key, ticks: ticksOf(events, from, to, columns), countedAt };
    }
    this.#ticks.ticks.forEach((weight, column) => {
      const look = looks[weight];
      if (!look) return;
      const [ink, top, thick] = /** @type {[string, number, number]} */ (look);
      context.strokeStyle = color(ink);
      context.lineWidth = thick;
      context.globalAlpha = column + margin <= now + 1 ? 1 : 0.4;
      line(context, column + margin + 0.5, top, column + margin + 0.5, 23);
    });
    context.globalAlpha = 1;
  }
}
