// A value that is read as a whole and notifies of its changes. It fits React's `useSyncExternalStore`.

import { tell } from "./tell.js";

/** @template T @typedef {import("../types/index.js").Readable<T>} Readable */

/** @template T @implements {Readable<T>} */
export class Store {
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #value;

  /** @param {T} value */
  constructor(value) {
    this.#value = value;
  }

  /** @param {() => void} listener */
  subscribe = (listener) => {
    // Wrapped, so that a listener that subscribed twice is called twice, and each subscription ends by itself.
    const told = () => listener();
    this.#listeners.add(told);
    return () => void this.#listeners.delete(told);
  };

  getSnapshot = () => this.#value;

  /**
   * Does not notify if the value is the same.
   * @param {T} value
   */
  set(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) tell(listener);
  }
}

/**
 * A part of a store, which notifies only of changes of that part.
 * @template T, Part
 * @param {Readable<T>} store @param {(value: T) => Part} part must give the same object for the same value
 * @returns {Readable<Part>}
 */
export function select(store, part) {
  const getSnapshot = () => part(store.getSnapshot());
  return {
    getSnapshot,
    subscribe: (listener) => {
      let before = getSnapshot();
      return store.subscribe(() => {
        const now = getSnapshot();
        if (Object.is(now, before)) return;
        before = now;
        listener();
      });
    },
  };
}
