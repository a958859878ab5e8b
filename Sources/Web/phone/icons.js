// Icons of our own, 16 units, one stroke width, round ends: made as elements, so the page never parses markup.

/** @typedef {string | [string, Record<string, string>]} Part a path's data, or an element with its attributes */

/** @type {Part} */
const dot = ["circle", { r: "1.25", fill: "currentColor", stroke: "none" }];
/**
 * @param {string} d
 * @returns {Part}
 */
const solid = (d) => ["path", { d, fill: "currentColor", stroke: "none" }];
/**
 * @param {number} cx
 * @param {number} cy
 * @returns {Part}
 */
const dotAt = (cx, cy) => ["circle", { .../** @type {any} */ (dot)[1], cx: String(cx), cy: String(cy) }];

/** @type {Record<string, Part[]>} */
const parts = {
  play: [solid("M5 3.2v9.6L12.6 8z")],
  pause: [["path", { d: "M5.5 3.5v9M10.5 3.5v9", "stroke-width": "2.4" }]],
  speaker: ["M2.5 6.2v3.6h2.4l3.3 2.8V3.4L4.9 6.2zM10.6 5.6a3.4 3.4 0 0 1 0 4.8M12.5 3.7a6 6 0 0 1 0 8.6"],
  mic: [["rect", { x: "6", y: "1.8", width: "4", height: "7.4", rx: "2" }], "M3.5 7.6a4.5 4.5 0 0 0 9 0M8 12.2v2"],
  micoff: [
    "M6 6V3.8a2 2 0 0 1 4 0v3.4M3.5 7.6a4.5 4.5 0 0 0 7.4 3.4M12.5 7.6c0 .5 0 .9-.2 1.3M8 12.2v2M2.5 2.5l11 11",
  ],
  hold: [["path", { d: "M6 4v8M10 4v8", "stroke-width": "1.9" }]],
  keypad: [3.8, 8, 12.2].flatMap((x) => [3.8, 8, 12.2].map((y) => dotAt(x, y))),
  call: [solid("M5.4 2.6 3.6 3.3c-.8.3-1.2 1.1-1 1.9 1 4 4.2 7.2 8.2 8.2.8.2 1.6-.2 1.9-1l.7-1.8-3-1.6-1.3 1.3"
    + "A8 8 0 0 1 5.7 6.9L7 5.6z")],
  end: [solid("M1.7 9.7c-.3-1 .1-1.9.9-2.5a9.2 9.2 0 0 1 10.8 0c.8.6 1.2 1.5.9 2.5l-.4 1-3-.6-.3-1.9"
    + "a7.6 7.6 0 0 0-5.2 0l-.3 1.9-3 .6z")],
  swap: ["M4.5 13V3.5L2 6M11.5 3v9.5L14 10"],
  transfer: ["M2.5 8h9M8.5 4.5 12 8l-3.5 3.5", "M14 4v8"],
  incoming: ["M12.5 3.5 4 12M4 6v6h6"],
  outgoing: ["M3.5 12.5 12 4M6 4h6v6"],
  missed: ["m3 4 5 5 5-5M3 8V4h4M3.5 13h9"],
  tape: [["circle", { cx: "4.5", cy: "8", r: "2.7" }], ["circle", { cx: "11.5", cy: "8", r: "2.7" }], "M4.5 10.7h7"],
  plus: ["M8 3.5v9M3.5 8h9"],
  check: ["m3.5 8.5 3 3 6-7"],
  cross: ["m4 4 8 8M12 4l-8 8"],
  clock: [["circle", { cx: "8", cy: "8", r: "5.7" }], "M8 4.8V8l2.2 1.5"],
  back: ["M13 4.5H6L2 8l4 3.5h7zM8 6.5l3 3M11 6.5l-3 3"],
  theme: [["circle", { cx: "8", cy: "8", r: "5.5" }], solid("M8 2.5a5.5 5.5 0 0 1 0 11z")],
  leave: ["M6.5 3H3.5v10h3M7 8h6.5M11 5.5 13.5 8 11 10.5"],
  trash: ["M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5"],
  wave: ["M2 8h1M5 5.5v5M8 3.5v9M11 5.5v5M14 8h-1"],
};

const namespace = "http://www.w3.org/2000/svg";

/** @param {string} name */
export const icon = (name) => draw(parts[name] ?? []);

/** @param {Part[]} shape */
export function draw(shape) {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  for (const part of shape) {
    const [tag, attributes] = typeof part === "string" ? ["path", { d: part }] : part;
    const element = document.createElementNS(namespace, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
  }
  return svg;
}
