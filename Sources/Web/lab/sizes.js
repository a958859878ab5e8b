// The sizes of elements, as the browser reports changes. Reading them from an element would force a layout each frame.

export class Sizes {
  /** @type {Map<Element, { width: number, height: number }>} */
  #sizes = new Map();
  /** @type {ResizeObserver} */
  #observer;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#observer = new ResizeObserver((entries) => {
      for (const { target, contentRect: { width, height } } of entries) this.#sizes.set(target, { width, height });
      changed();
    });
  }

  /** @param {Element} element */
  of(element) {
    const known = this.#sizes.get(element);
    if (known) return known;
    const { width, height } = element.getBoundingClientRect();
    const size = { width, height };
    this.#sizes.set(element, size);
    this.#observer.observe(element);
    return size;
  }

  /**
   * A panel that is not on the page has no width; an empty list has one.
   * @param {Element} element
   */
  isVisible(element) {
    return this.of(element).width > 0;
  }
}
