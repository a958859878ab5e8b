// The icons that only the Lab has; the others are the phone's.

import { draw, icon as phoneIcon } from "../phone/icons.js";

/** @typedef {import("../phone/icons.js").Part} Part */

/** @type {(x: string, y: string, width: string, height: string, rx: string) => Part} */
const box = (x, y, width, height, rx) => ["rect", { x, y, width, height, rx }];
/** @type {(cx: string, cy: string, r: string) => Part} */
const ring = (cx, cy, r) => ["circle", { cx, cy, r }];
/** @type {(cx: string, cy: string, r: string) => Part} */
const point = (cx, cy, r) => ["circle", { cx, cy, r, fill: "currentColor", stroke: "none" }];

/** @type {Record<string, Part[]>} */
const parts = {
  previous: ["M11.5 3.5 6 8l5.5 4.5zM4 3.5v9"],
  next: ["M4.5 3.5 10 8l-5.5 4.5zM12 3.5v9"],
  lock: [box("3.5", "7", "9", "6.5", "1.8"), "M5.5 7V5a2.5 2.5 0 0 1 5 0v2"],
  unlock: [box("3.5", "7", "9", "6.5", "1.8"), "M5.5 7V4.8a2.5 2.5 0 0 1 4.7-1.2"],
  wifi: ["M2 6.3a9 9 0 0 1 12 0M4.3 8.8a5.6 5.6 0 0 1 7.4 0", point("8", "11.7", "1.1")],
  none: ["M2 6.3a9 9 0 0 1 3-1.8M9 4.1a9 9 0 0 1 5 2.2M2.5 2.5l11 11", point("8", "11.7", "1.1")],
  cellular: [["path", { d: "M2.5 12.5V11M6 12.5V9M9.7 12.5V6.3M13.3 12.5v-9", "stroke-width": "2" }]],
  receiver: ["M4.5 6.5a3.6 3.6 0 0 1 7.2 0c0 2.4-2.2 2.9-2.6 4.6-.3 1.5-1 2.4-2.2 2.4-1 0-1.6-.6-1.8-1.4"
    + "M6.5 6.8a1.6 1.6 0 0 1 3.1 0"],
  headphones: ["M4 9.5V8a4 4 0 0 1 8 0v1.5", box("2.7", "9", "2.6", "4", "1.2"), box("10.7", "9", "2.6", "4", "1.2")],
  bluetooth: ["m4.5 5 7 6L8 14V2l3.5 3-7 6"],
  moon: ["M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z"],
  open: ["M2.5 12.5v-9h4L8 5.5h5.5v7z"],
  save: ["M8 2.5V10M5 7.3l3 3 3-3M3 13.2h10"],
  compare: ["M8 2v12M3 5h2.5M3 8h2.5M3 11h2.5M10.5 5H13M10.5 8H13M10.5 11H13"],
  link: ["M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 1 0-3.7-3.7l-.7.7"
    + "M9.3 6.7a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 1 0 3.7 3.7l.7-.7"],
  phone: [box("4.3", "1.7", "7.4", "12.6", "2"), "M7.2 3.5h1.6"],
  page: [box("2", "3", "12", "10", "1.8"), "M2 6h12"],
  globe: [ring("8", "8", "5.7"),
    "M2.5 8h11M8 2.3c2 1.6 2.7 3.6 2.7 5.7s-.7 4.1-2.7 5.7C6 12.1 5.3 10.1 5.3 8S6 3.9 8 2.3z"],
  hub: [box("2.5", "2.5", "11", "4.4", "1.4"), box("2.5", "9.1", "11", "4.4", "1.4"), point("5", "4.7", "1"),
    point("5", "11.3", "1")],
  bell: ["M4 11.2c.8-.8 1-1.8 1-3.7a3 3 0 0 1 6 0c0 1.9.2 2.9 1 3.7zM6.8 13.3a1.3 1.3 0 0 0 2.4 0"],
  flag: ["M4 14V2.5M4 3h7.5L10 5.7l1.5 2.8H4"],
  keys: [box("1.8", "4", "12.4", "8", "1.8"), "M4.5 6.7h.01M7 6.7h.01M9.5 6.7h.01M12 6.7h.01M5 9.5h6"],
  sequence: ["M3 3v10M13 3v10M3 6h7.5M8.5 4l2 2-2 2M13 10.5H5.5"],
  search: [ring("7", "7", "4.2"), "m10.2 10.2 3.3 3.3"],
  out: ["M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.5 8.5"],
};

/** @param {string} name */
export const icon = (name) => (parts[name] ? draw(parts[name]) : phoneIcon(name));
