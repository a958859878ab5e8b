// The state of the world at any moment: the nearest snapshot and the changes after it. Every 500 changes make one.

/** @typedef {Record<string, any>} World the Lab's state of each phone, call and party, by key */
/** @typedef {{ i: number, at: number, key: string, value: any }} Change holds from before the row of that number */

export const spacing = 500;

export class History {
  /** @type {Change[]} */
  #changes = [];
  /** @type {Map<string, Change[]>} */
  #byKey = new Map();
  /** The position of the first change that is kept. Positions are never used again; older changes have lesser ones. */
  #first = 0;
  /**
   * The world before the change at a position, in order of positions.
   * @type {{ position: number, world: World }[]}
   */
  #snapshots;
  #head;
  /** The last request: playing goes on from there. */
  #known;
  /** Another one after every change, for the parts that draw a whole span of time. */
  version = 0;

  /** @param {World} world as it is when the first change comes @param {number} [capacity] of changes */
  constructor(world, capacity = 60_000) {
    this.capacity = capacity;
    this.#head = { ...world };
    this.#snapshots = [{ position: 0, world }];
    this.#known = { position: 0, world };
  }

  get isFull() { return this.#changes.length >= this.capacity; }

  /** The world as it is now; not to be changed, and another one after every change. */
  get head() { return this.#head; }

  /**
   * The changes of one key, oldest first.
   * @param {string} key
   * @returns {readonly Change[]}
   */
  of(key) { return this.#byKey.get(key) ?? none; }

  /**
   * The value of a key before the first stored change.
   * @param {string} key
   */
  before(key) { return this.#snapshots[0].world[key]; }

  /** @param {Change} change */
  append(change) {
    const position = this.#first + this.#changes.length;
    if (position % spacing === 0 && position > 0) this.#snapshots.push({ position, world: this.#head });
    const kept = sharing(this.#head, change);
    this.#changes.push(kept);
    this.#index(kept);
    this.#head = applied(this.#head, kept);
    this.version += 1;
    if (this.#changes.length >= this.capacity + spacing * 2) this.#forget();
  }

  /**
   * Inserts older changes, and the world before the first of them.
   * @param {World} world
   * @param {readonly Change[]} changes in order
   */
  prepend(world, changes) {
    this.#first -= changes.length;
    const older = [{ position: this.#first, world }];
    const kept = changes.map((change, index) => {
      if (index > 0 && index % spacing === 0) older.push({ position: this.#first + index, world });
      const one = sharing(world, change);
      world = applied(world, one);
      return one;
    });
    this.#changes = [...kept, ...this.#changes];
    this.#indexAll();
    this.#snapshots.unshift(...older);
    this.version += 1;
  }

  /**
   * The world after a row, at a time: a change that came after the row counts once its own time has come.
   * @param {number} row
   * @param {number} time
   * @returns {World}
   */
  at(row, time) {
    const position = this.#positionAt(row, time);
    if (position === this.#known.position) return this.#known.world;
    if (position === this.#first + this.#changes.length) return this.#head;
    let { position: from, world } = this.#nearest(position);
    if (from < position) world = { ...world };
    for (; from < position; from += 1) set(world, this.#changes[from - this.#first]);
    this.#known = { position, world };
    return world;
  }

  /**
   * The number of changes in effect, as a position.
   * @param {number} row
   * @param {number} time
   */
  #positionAt(row, time) {
    let [low, high] = [0, this.#changes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { i, at } = this.#changes[middle];
      if (i <= row || (i === row + 1 && at <= time)) low = middle + 1;
      else high = middle;
    }
    return this.#first + low;
  }

  /** @param {number} position */
  #nearest(position) {
    let [low, high] = [0, this.#snapshots.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#snapshots[middle].position <= position) low = middle + 1;
      else high = middle;
    }
    const snapshot = this.#snapshots[Math.max(0, low - 1)];
    const known = this.#known;
    return known.position <= position && known.position > snapshot.position ? known : snapshot;
  }

  /** Drops what exceeds the capacity, up to a snapshot. */
  #forget() {
    const least = this.#first + this.#changes.length - this.capacity;
    const after = this.#snapshots.findIndex(({ position }) => position > least);
    const index = (after < 0 ? this.#snapshots.length : after) - 1;
    if (index <= 0) return;
    const { position } = this.#snapshots[index];
    this.#snapshots.splice(0, index);
    /** @type {Map<string, number>} */
    const gone = new Map();
    for (const { key } of this.#changes.splice(0, position - this.#first)) gone.set(key, (gone.get(key) ?? 0) + 1);
    for (const [key, count] of gone) this.#byKey.get(key)?.splice(0, count);
    this.#first = position;
  }

  #indexAll() {
    this.#byKey.clear();
    for (const change of this.#changes) this.#index(change);
  }

  /** @param {Change} change */
  #index(change) {
    const list = this.#byKey.get(change.key);
    if (list) list.push(change);
    else this.#byKey.set(change.key, [change]);
  }
}

/** @type {readonly Change[]} */
const none = [];

/**
 * The change, made of as much as possible of the value before: most of a phone stays as it was.
 * @param {World} world @param {Change} change @returns {Change}
 */
function sharing(world, change) {
  return { i: change.i, at: change.at, key: change.key, value: shared(world[change.key], change.value) };
}

/**
 * The second value, with every part that equals the same part of the first one being that part.
 * @param {any} before @param {any} after @returns {any}
 */
export function shared(before, after) {
  if (before === after || typeof before !== "object" || typeof after !== "object") return after;
  if (before === null || after === null || Array.isArray(before) !== Array.isArray(after)) return after;
  const keys = Object.keys(after);
  let isSame = keys.length === Object.keys(before).length;
  for (const key of keys) {
    after[key] = shared(before[key], after[key]);
    isSame &&= after[key] === before[key] && key in before;
  }
  return isSame ? before : after;
}

/** @param {World} world @param {Change} change */
function applied(world, change) {
  const next = { ...world };
  set(next, change);
  return next;
}

/** @param {World} world @param {Change} change */
function set(world, { key, value }) {
  if (value === null) delete world[key];
  else world[key] = value;
}
