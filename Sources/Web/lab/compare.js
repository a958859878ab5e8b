// Two runs beside each other: which event of one is which of the other, how much later it came, and what has no
// partner.

/** @typedef {import("./events.js").Events} Events */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {{ kind: "ghost", number: number, other: number }} Ghost an event that only the other run has */
/** @typedef {{ length: number, row: (index: number) => Row }} Side */

/**
 * @param {{ rows: Side, events: Events, origin: number }} own
 * @param {{ rows: Side, events: Events, origin: number }} other
 */
export function compare(own, other) {
  const theirs = occurrences(other);
  /** @type {Map<number, number>} by the number of an own event, how much later the other run has it; NaN: it has not */
  const deltas = new Map();
  const matched = new Set();
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const number of numbersOf(own.rows)) {
    const key = keyOf(own.events, number);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const partner = theirs.get(key)?.[count];
    if (partner === undefined) deltas.set(number, NaN);
    else {
      matched.add(partner);
      deltas.set(number, (other.events.at(partner) - other.origin) - (own.events.at(number) - own.origin));
    }
  }
  const ghosts = numbersOf(other.rows).filter((number) => !matched.has(number));
  return { deltas, ghosts, rows: merged(own, other, ghosts) };
}

/**
 * The difference in a few words; null if there is none.
 * @param {number | undefined} delta
 */
export function wordOf(delta) {
  if (delta === undefined) return null;
  if (Number.isNaN(delta)) return "only here";
  const rounded = Math.round(delta);
  return rounded === 0 ? null : `${rounded > 0 ? "+" : "−"}${Math.abs(rounded)} ms`;
}

/** The rows of one run, and those of the other run that this one lacks. The interface is that of `Rows`. */
export class ComparedRows {
  /** @param {(Row | Ghost)[]} rows */
  constructor(rows) { this.rows = rows; }
  get length() { return this.rows.length; }
  /** @param {number} index */
  row(index) { return this.rows[index]; }
  /** @param {number} number */
  indexOf(number) {
    let index = this.rows.length - 1;
    while (index >= 0 && !(this.rows[index].kind === "event" && this.rows[index].number <= number)) index -= 1;
    return index;
  }
}

/**
 * @param {{ rows: Side, events: Events, origin: number }} own
 * @param {{ events: Events, origin: number }} other
 * @param {readonly number[]} ghosts
 */
function merged(own, other, ghosts) {
  /** @type {(Row | Ghost)[]} */
  const rows = [];
  let next = 0;
  for (let index = 0; index < own.rows.length; index += 1) {
    const row = own.rows.row(index);
    const at = own.events.at(row.number) - own.origin;
    for (; next < ghosts.length && other.events.at(ghosts[next]) - other.origin < at; next += 1) {
      rows.push({ kind: "ghost", number: row.number, other: ghosts[next] });
    }
    rows.push(row);
  }
  const number = own.events.end;
  for (; next < ghosts.length; next += 1) rows.push({ kind: "ghost", number, other: ghosts[next] });
  return new ComparedRows(rows);
}

/** @param {{ rows: Side, events: Events }} side */
function occurrences({ rows, events }) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const number of numbersOf(rows)) {
    const key = keyOf(events, number);
    const list = found.get(key);
    if (list) list.push(number);
    else found.set(key, [number]);
  }
  return found;
}

/** @param {Side} rows */
function numbersOf(rows) {
  /** @type {number[]} */
  const numbers = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.row(index);
    if (row.kind === "event") numbers.push(row.number);
  }
  return numbers;
}

/** @param {Events} events @param {number} number */
function keyOf(events, number) {
  const { from, to, kind, what } = events.get(number);
  return `${from}\n${to ?? ""}\n${kind}\n${what}`;
}
