// The geometry of lanes, rows and arrows of the sequence. Pure; `sequence.js` draws it.

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./events.js").Events} Events */
/** @typedef {{ id: string, name: string, about: string, kind: string }} Lane */

export const rowHeight = 22;
/** The number of rows that are elements; the rest is room above and below. */
export const realRows = 40;

/**
 * From the public network over the exchange to the devices.
 * @type {Record<string, number>}
 */
const rank = { public: 0, carrier: 1, exchange: 2, push: 3, iphone: 4, page: 5 };

/**
 * The lanes of the parties of the shown call. Those of other calls take no room.
 * @param {Iterable<string>} ids
 * @param {Record<string, { name: string, kind: string }>} parties in the order in which the page shows them
 * @returns {Lane[]}
 */
export function lanesOf(ids, parties) {
  const order = Object.keys(parties);
  return [...ids].map((id) => {
    const { name, kind } = parties[id] ?? { name: id, kind: kindOf(id) };
    return { id, kind, ...splitName(name, kind) };
  }).sort((a, b) => (rank[a.kind] ?? 2) - (rank[b.kind] ?? 2) || order.indexOf(a.id) - order.indexOf(b.id));
}

/** The kind of a party of which only the name is known. */
const kindOf = (/** @type {string} */ id) => (/^\+?\d/.test(id) ? "public" : /-(browser|page|web)$/.test(id) ? "page"
  : "exchange");

/**
 * The text below a party's name, by kind.
 * @type {Record<string, string>}
 */
const abouts = { public: "public", carrier: "carrier", push: "push", iphone: "iPhone", page: "browser" };

/** @param {string} name @param {string} kind */
export function splitName(name, kind) {
  const [, first, rest] = /^(.+?)-(iphone|browser|page)$/.exec(name) ?? [];
  return first ? { name: first, about: rest } : { name, about: abouts[kind] ?? "" };
}

/**
 * The rows that are elements, around the visible ones.
 * @param {{ top: number, height: number, length: number }} view
 */
export function windowOf({ top, height, length }) {
  const visible = Math.ceil(height / rowHeight) + 1;
  const count = Math.max(realRows, visible);
  const first = Math.floor(top / rowHeight) - Math.floor((count - visible) / 2);
  const from = Math.max(0, Math.min(first, length - count));
  return { from, to: Math.min(length, from + count) };
}

/**
 * The scroll position that puts a row at 60 % of the height; null if the row is visible already.
 * @param {{ index: number, top: number, height: number, length: number }} view
 * @param {boolean} always also where it can be seen: a row that is followed keeps its place
 */
export function scrollTo({ index, top, height, length }, always) {
  const y = index * rowHeight;
  if (!always && y >= top && y + rowHeight * 2 <= top + height) return null;
  // Whole rows at the top: below the last one there is room for a part of a row.
  const most = Math.max(0, Math.ceil((length * rowHeight - height) / rowHeight));
  return Math.max(0, Math.min(most, Math.round((y - height * 0.6) / rowHeight))) * rowHeight;
}

/**
 * @typedef {object} Mark
 * @property {"arrow" | "dot" | "diamond" | "cross" | "disc" | "silence"} shape
 * @property {string} kind of the event
 * @property {number} x
 * @property {number | null} toX
 * @property {number} y the middle of its row
 * @property {boolean} isLater than the moment
 */

/** @type {Record<string, Mark["shape"]>} */
const shapes = { violation: "cross", decision: "diamond", person: "disc" };

/**
 * The drawing beside some rows.
 * @param {Events} events
 * @param {readonly Row[]} rows
 * @param {number} top of the first of them
 * @param {readonly Lane[]} lanes
 * @param {number} width
 * @param {number} now the number of the last event that has happened
 * @returns {Mark[]}
 */
export function marksOf(events, rows, top, lanes, width, now) {
  const xs = new Map(lanes.map(({ id }, index) => [id, laneX(index, lanes.length, width)]));
  return rows.map((row, index) => {
    const y = top + index * rowHeight + rowHeight / 2;
    const isLater = row.number > now;
    if (row.kind === "silence") return { shape: "silence", kind: "", x: 0, toX: null, y, isLater };
    const { from, to, kind } = events.get(row.number);
    const toX = to === null || to === from ? null : xs.get(to) ?? null;
    const shape = toX !== null && kind !== "violation" ? "arrow" : shapes[kind] ?? "dot";
    return { shape, kind, x: xs.get(from) ?? -20, toX: shape === "arrow" ? toX : null, y, isLater };
  });
}

/** The distance between a row's words and its drawing. */
const margin = 10;

/**
 * How far a row's words may reach into the lanes: to the first one that has something in that row.
 * @param {{ from: string, to: string | null }} event
 * @param {readonly Lane[]} lanes
 * @param {number} width
 */
export function roomOf({ from, to }, lanes, width) {
  const first = lanes.findIndex(({ id }) => id === from || id === to);
  return Math.max(0, (first < 0 ? width : laneX(first, lanes.length, width)) - margin);
}

/** @param {number} index @param {number} count @param {number} width */
export const laneX = (index, count, width) => Math.round((index + 0.5) * (width / Math.max(1, count))) + 0.5;
