// The quality of the chosen phone's call: three plots over one time axis, each with the minimum and
// maximum of a pixel column.

import { h, set, write } from "../phone/dom.js";
import { color, fresh, line } from "./paint.js";
import { lastBy } from "./qualities.js";

/** @typedef {import("./qualities.js").Sample} Sample */
/** @typedef {import("./tracks.js").Span} Span */

export const limit = 3.6;
const height = 66;
/** Samples come once a second; between two that are further apart than this, in milliseconds, one is missing. */
const apartMax = 1_900;
/**
 * @type {readonly { name: "mos" | "jitter" | "loss", text: string, unit: string, digits: number, low: number,
 *   high: number }[]}
 */
const figures = [
  { name: "mos", text: "MOS", unit: "", digits: 2, low: 1, high: 4.6 },
  { name: "jitter", text: "Jitter", unit: "ms", digits: 1, low: 0, high: 20 },
  { name: "loss", text: "Loss", unit: "%", digits: 1, low: 0, high: 20 },
];

/**
 * The least and the greatest value of each pixel column between two times; NaN without a value.
 * @param {readonly Sample[]} samples in order of time
 * @param {"mos" | "jitter" | "loss"} figure
 * @param {number} from @param {number} to @param {number} columns
 */
export function columnsOf(samples, figure, from, to, columns) {
  const least = new Float32Array(columns).fill(NaN);
  const most = new Float32Array(columns).fill(NaN);
  const scale = columns / Math.max(1, to - from);
  for (let index = Math.max(0, lastBy(samples, from)); index < samples.length; index += 1) {
    const sample = samples[index];
    const value = sample[figure];
    if (sample.at > to) break;
    if (value === null || value === undefined || sample.at < from) continue;
    const column = Math.min(columns - 1, Math.floor((sample.at - from) * scale));
    if (!(least[column] <= value)) least[column] = value;
    if (!(most[column] >= value)) most[column] = value;
  }
  return { least, most };
}

/**
 * The columns with a value, split where two of them are further apart: nothing was measured between them.
 * @param {Float32Array} least @param {number} apart columns
 */
export function runsOf(least, apart) {
  /** @type {number[][]} */
  const runs = [];
  let last = -Infinity;
  least.forEach((value, column) => {
    if (Number.isNaN(value)) return;
    if (column - last > Math.max(1, apart)) runs.push([]);
    runs[runs.length - 1].push(column);
    last = column;
  });
  return runs;
}

/**
 * A word, then a number; an unknown value is neither good nor bad.
 * @param {number | null | undefined} mos
 */
export const wordOfMos = (mos) => (mos == null ? "unknown" : mos >= 4 ? "good" : mos >= limit ? "fair" : mos >= 3
  ? "poor" : "bad");

export class Plots {
  /**
   * @param {HTMLElement} place
   * @param {import("./sizes.js").Sizes} sizes
   */
  constructor(place, sizes) {
    this.sizes = sizes;
    this.place = place;
    this.rows = figures.map((figure) => {
      const value = h("b", { class: "number" });
      const word = h("span", { class: "word" });
      const canvas = h("canvas", { attributes: { role: "img" } });
      place.append(h("div", { class: "plot" }, h("dt", {}, figure.text, value, word), h("dd", {}, canvas)));
      return { figure, value, word, canvas };
    });
  }

  /**
   * @param {{ samples: readonly Sample[], latest: Sample | null, spans: readonly Span[], from: number, to: number,
   *   time: number }} what
   */
  draw({ samples, latest, spans, from, to, time }) {
    const width = Math.max(80,
      Math.floor(this.sizes.of(/** @type {Element} */ (this.rows[0].canvas.parentElement)).width));
    for (const { figure, value, word, canvas } of this.rows) {
      const now = latest?.[figure.name];
      write(value, now == null ? "–" : `${now.toFixed(figure.digits)}${figure.unit ? ` ${figure.unit}` : ""}`);
      write(word, figure.name === "mos" && now != null ? wordOfMos(now) : "");
      set(canvas, "aria-label", `${figure.text}: ${now == null ? "unknown"
        : now.toFixed(figure.digits)} ${figure.unit}`);
      this.#plot(canvas, width, figure, { samples, spans, from, to, time });
    }
  }

  /**
   * @param {HTMLCanvasElement} canvas @param {number} width @param {typeof figures[number]} figure
   * @param {{ samples: readonly Sample[], spans: readonly Span[], from: number, to: number, time: number }} what
   */
  #plot(canvas, width, figure, { samples, spans, from, to, time }) {
    const context = fresh(canvas, width, height);
    const x = (/** @type {number} */ at) => ((at - from) / Math.max(1, to - from)) * width;
    const { least, most } = columnsOf(samples, figure.name, from, to, Math.floor(width));
    const high = most.reduce((sum, value) => (value > sum ? value : sum), figure.high);
    const y = (/** @type {number} */ value) =>
      height - 5 - ((value - figure.low) / (high - figure.low)) * (height - 12);
    let free = 0;
    for (const { from: start, to: end, tone } of spans) {
      if ((tone !== "held" && tone !== "cut") || end < from) continue;
      context.fillStyle = color(`--${tone}-fill`);
      context.globalAlpha = 0.16;
      context.fillRect(x(start), 0, Math.max(2, x(end) - x(start)), height);
      // A name without room is left out; the color has the same meaning.
      if (figure.name !== "mos" || x(start) < free) continue;
      free = x(start) + (tone === "held" ? 32 : 24);
      label(context, tone, x(start) + 3, height - 5, color(`--${tone}`));
    }
    context.globalAlpha = 1;
    context.lineWidth = 1;
    context.strokeStyle = color("--line");
    line(context, 0, height - 0.5, width, height - 0.5);
    if (figure.name === "mos") {
      context.strokeStyle = color("--control");
      context.setLineDash([2, 3]);
      line(context, 0, y(limit), width, y(limit));
      context.setLineDash([]);
      label(context, "3.6", 2, y(limit) + 11, color("--ink-3"));
    }
    this.#curve(context, least, most, y, x(time), (apartMax / Math.max(1, to - from)) * width);
    context.strokeStyle = color("--accent");
    context.lineWidth = 1;
    line(context, Math.round(x(time)) + 0.5, 0, Math.round(x(time)) + 0.5, height);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Float32Array} least @param {Float32Array} most
   * @param {(value: number) => number} y @param {number} now @param {number} apart columns, see `runsOf`
   */
  #curve(context, least, most, y, now, apart) {
    context.strokeStyle = context.fillStyle = color("--accent");
    context.lineWidth = 1.5;
    for (const columns of runsOf(least, apart)) {
      for (const isFuture of [true, false]) {
        const run = columns.filter((column) => (column > now) === isFuture);
        if (run.length === 0) continue;
        const path = new Path2D();
        path.moveTo(run[0], y(most[run[0]]));
        for (const column of run) {
          path.lineTo(column, y(most[column]));
          path.lineTo(column, y(least[column]));
        }
        context.globalAlpha = isFuture ? 0.25 : 1;
        context.stroke(path);
        if (isFuture) continue;
        path.lineTo(run[run.length - 1], height);
        path.lineTo(run[0], height);
        context.globalAlpha = 0.1;
        context.fill(path);
      }
    }
    context.globalAlpha = 1;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} ink
 */
export function label(context, text, x, y, ink) {
  context.globalAlpha = 1;
  context.fillStyle = ink;
  context.font = "11px system-ui, sans-serif";
  context.fillText(text, x, y);
}
