// The rows of a run: a hundred thousand of them as numbers and interned strings; older ones make room.

export const kinds = /** @type {const} */ (["message", "push", "local", "decision", "violation", "person", "lab"]);

/** @typedef {typeof kinds[number]} Kind lab: something the Lab did to a device, such as a cut of its network */

/**
 * @typedef {object} Row one event, as the Lab sends it
 * @property {number} i rows are numbered without gaps in the order in which they happened
 * @property {number} at milliseconds since the run began; never less than that of the row before
 * @property {Kind} kind
 * @property {string} from the party that did it, or to which it happened
 * @property {string | null} [to] the receiving party; null if the event has one party
 * @property {string} what
 * @property {string} [more] details
 * @property {string} [call] the session
 * @property {string} [rule] of Apple's contract, where it is broken
 */

/** Interns texts that come repeatedly. */
export class Strings {
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Map<number, string>} */
  #texts = new Map();
  #next = 1;

  get size() { return this.#numbers.size; }

  /** @param {string | null | undefined} text 0: none */
  number(text) {
    if (!text) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#next;
    this.#next += 1;
    this.#numbers.set(text, number);
    this.#texts.set(number, text);
    return number;
  }

  /**
   * Forgets all other texts. No number is used again, because a filter may still have it.
   * @param {ReadonlySet<number>} used
   */
  keep(used) {
    for (const [text, number] of this.#numbers) {
      if (used.has(number)) continue;
      this.#numbers.delete(text);
      this.#texts.delete(number);
    }
  }

  /** @param {number} number @returns {string | null} */
  text(number) { return this.#texts.get(number) ?? null; }
}

/** The fewest texts after which those of rows that were forgotten are looked for. */
const textsMin = 20_000;

/** The rows from number `first` up to `end`, which is not one of them. */
export class Events {
  first = 0;
  end = 0;

  constructor(capacity = 100_000) {
    this.capacity = capacity;
    this.strings = new Strings();
    this.times = new Float64Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.froms = new Uint32Array(capacity);
    this.tos = new Uint32Array(capacity);
    this.whats = new Uint32Array(capacity);
    this.calls = new Uint32Array(capacity);
    this.rules = new Uint32Array(capacity);
    /**
     * Details rarely repeat. Interned, they would stay for ever.
     * @type {(string | undefined)[]}
     */
    this.details = [];
    this.textsMax = textsMin;
  }

  get isEmpty() { return this.end === this.first; }

  /**
   * Appends a row. A row that does not follow the last one begins the run again.
   * @param {Row} row
   */
  append(row) {
    if (row.i !== this.end) this.first = this.end = row.i;
    this.#write(row);
    this.end += 1;
    if (this.end - this.first > this.capacity) this.first = this.end - this.capacity;
    if (this.strings.size > this.textsMax) this.#forgetTexts();
  }

  /** Forgets the texts that no row has any more, such as the names of old sessions. */
  #forgetTexts() {
    /** @type {Set<number>} */
    const used = new Set();
    const columns = [this.froms, this.tos, this.whats, this.calls, this.rules];
    for (let number = this.first; number < this.end; number += 1) {
      for (const column of columns) used.add(column[number % this.capacity]);
    }
    this.strings.keep(used);
    this.textsMax = Math.max(textsMin, 2 * this.strings.size);
  }

  /**
   * Inserts older rows, which end where the stored ones begin, as far as there is room.
   * @param {readonly Row[]} rows in order
   */
  prepend(rows) {
    for (const row of [...rows].reverse()) {
      if (row.i !== this.first - 1 || this.end - row.i > this.capacity) continue;
      this.#write(row);
      this.first = row.i;
    }
  }

  /** @param {number} number */
  has(number) { return number >= this.first && number < this.end; }
  /** @param {number} number */
  at(number) { return this.times[number % this.capacity]; }

  /**
   * @param {number} number
   * @returns {{ i: number, at: number, kind: Kind, from: string, to: string | null, what: string, more: string,
   *   call: string | null, rule: string | null }}
   */
  get(number) {
    const place = number % this.capacity;
    const text = (/** @type {Uint32Array} */ column) => this.strings.text(column[place]);
    return {
      i: number, at: this.times[place], kind: kinds[this.kinds[place]], from: text(this.froms) ?? "",
      to: text(this.tos), what: text(this.whats) ?? "", more: this.details[place] ?? "", call: text(this.calls),
      rule: text(this.rules),
    };
  }

  /**
   * The last row that has happened by a time; one before `first` if none has.
   * @param {number} time
   */
  lastBy(time) {
    let [low, high] = [this.first, this.end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** @param {Row} row */
  #write(row) {
    const place = row.i % this.capacity;
    this.times[place] = row.at;
    this.kinds[place] = Math.max(0, kinds.indexOf(row.kind));
    // An act of the Lab counts as the phone's, because the Lab is no party.
    const isOfLab = row.from === "lab" && row.to;
    this.froms[place] = this.strings.number(isOfLab ? row.to : row.from);
    this.tos[place] = isOfLab ? 0 : this.strings.number(row.to);
    this.whats[place] = this.strings.number(row.what);
    this.calls[place] = this.strings.number(row.call);
    this.rules[place] = this.strings.number(row.rule);
    this.details[place] = row.more;
  }
}
