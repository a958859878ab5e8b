// The drawing beside the rows of the sequence: lanes, arrows and what happens in one party, on one canvas.

import { rowHeight } from "./ladder.js";

/** @typedef {import("./ladder.js").Mark} Mark */

/** @type {Map<string, string>} */
const colors = new Map();

/**
 * The present color of a token; read once, until the theme changes.
 * @param {string} token
 */
export function color(token) {
  let value = colors.get(token);
  if (value === undefined) {
    const probe = document.createElement("i");
    probe.style.color = `var(${token})`;
    document.body.append(probe);
    value = getComputedStyle(probe).color;
    probe.remove();
    colors.set(token, value);
  }
  return value;
}

export function forgetColors() { colors.clear(); }

/**
 * A canvas of a size in CSS pixels, empty.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height
 */
export function fresh(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** @type {Record<string, string>} */
const inks = { push: "--held", lab: "--cut", violation: "--broken-fill", person: "--ink" };

/** The widths of the time before a row's words, and of the flag, number and marks at their sides. */
const beside = { time: 82, marks: 60 };

/**
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height
 * @param {object} drawing
 * @param {readonly Mark[]} drawing.marks
 * @param {{ rows: readonly { text: string, room: number, y: number }[], width: number }} drawing.words that stand left
 *   of the canvas, in a column of that width, and reach into it as far as each row has room
 * @param {readonly number[]} drawing.lanes
 * @param {number} drawing.mine the lane of the chosen phone
 */
export function paint(canvas, width, height, { marks, words, lanes, mine }) {
  const context = fresh(canvas, width, height);
  context.lineWidth = 1;
  lanes.forEach((x, index) => {
    context.strokeStyle = color(index === mine ? "--accent" : "--line");
    context.globalAlpha = index === mine ? 0.5 : 1;
    line(context, x, 0, x, height);
  });
  clearUnder(context, words);
  for (const mark of marks) {
    if (mark.shape === "silence") continue;
    context.globalAlpha = mark.isLater ? 0.4 : 1;
    const ink = color(inks[mark.kind] ?? "--ink-2");
    context.strokeStyle = context.fillStyle = ink;
    context.setLineDash([]);
    shapes[mark.shape](context, mark);
  }
  context.globalAlpha = 1;
}

/** @type {string | undefined} */
let font;

/**
 * No line of a lane goes through words.
 * @param {CanvasRenderingContext2D} context
 * @param {{ rows: readonly { text: string, room: number, y: number }[], width: number }} words
 */
function clearUnder(context, words) {
  font ??= `600 12px ${getComputedStyle(context.canvas).fontFamily}`;
  context.font = font;
  for (const { text, room, y } of words.rows) {
    const end = beside.time + context.measureText(text).width + beside.marks - words.width;
    if (end > 0) context.clearRect(0, y, Math.min(end, room), rowHeight);
  }
}

/** @type {Record<string, (context: CanvasRenderingContext2D, mark: Mark) => void>} */
const shapes = {
  arrow(context, { x, toX, y, kind }) {
    const end = toX ?? x;
    const way = Math.sign(end - x);
    context.lineWidth = 1.4;
    context.setLineDash(kind === "push" ? [4, 3] : []);
    line(context, x, y, end - way * 6, y);
    context.setLineDash([]);
    disc(context, x, y, 2.2);
    shape(context, [[end, y], [end - way * 7.5, y - 3.8], [end - way * 7.5, y + 3.8]]);
    context.fill();
  },
  dot(context, { x, y, kind }) {
    context.lineWidth = kind === "lab" ? 2 : 1.4;
    context.beginPath();
    context.arc(x, y, 3.8, 0, Math.PI * 2);
    context.fillStyle = color("--panel");
    context.fill();
    context.stroke();
  },
  disc(context, { x, y }) { disc(context, x, y, 4.2); },
  diamond(context, { x, y }) {
    shape(context, [[x, y - 5.2], [x + 5.2, y], [x, y + 5.2], [x - 5.2, y]]);
    context.fill();
  },
  cross(context, { x, y }) {
    context.lineWidth = 2.4;
    context.lineCap = "round";
    line(context, x - 4.2, y - 4.2, x + 4.2, y + 4.2);
    line(context, x - 4.2, y + 4.2, x + 4.2, y - 4.2);
    context.lineCap = "butt";
  },
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} toX
 * @param {number} toY
 */
export function line(context, x, y, toX, toY) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius */
function disc(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** @param {CanvasRenderingContext2D} context @param {[number, number][]} points */
function shape(context, points) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.closePath();
}
