// Draws the whole page in frames. Changes mark parts, and a frame draws each marked part once. An invisible part stays
// marked until it is visible.

export class Frame {
  /** @type {Map<string, { element: Element | null, draw: () => void }>} */
  #parts = new Map();
  /** @type {Set<string>} */
  #dirty = new Set();
  #isAsked = false;

  /**
   * @param {{ before: (time: number) => void, ask?: (draw: (time: number) => void) => void,
   *   isVisible: (element: any) => boolean }} page
   */
  constructor({ before, ask, isVisible }) {
    this.before = before;
    this.ask = ask ?? ((/** @type {(time: number) => void} */ draw) => requestAnimationFrame(draw));
    this.isVisible = isVisible;
  }

  /**
   * @param {string} name
   * @param {Element | null} element that has to be visible; null: always
   * @param {() => void} draw
   */
  part(name, element, draw) { this.#parts.set(name, { element, draw }); }

  /** @param {...string} names none: all */
  mark(...names) {
    for (const name of names.length > 0 ? names : this.#parts.keys()) this.#dirty.add(name);
    this.wake();
  }

  /** Requests a frame even if no part is marked, because `before` may mark some. */
  wake() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.ask((time) => {
      this.#isAsked = false;
      this.before(time);
      this.draw();
    });
  }

  draw() {
    for (const [name, { element, draw }] of this.#parts) {
      if (!this.#dirty.has(name) || (element && !this.isVisible(element))) continue;
      this.#dirty.delete(name);
      draw();
    }
  }
}
