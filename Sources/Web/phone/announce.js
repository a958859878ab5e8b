// Announcements for a person who does not see the screen: urgent ones at once, the rest at most once in two seconds.

const quiet = 2_000;

export class Announcer {
  /** @type {string[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} polite @param {HTMLElement} urgent */
  constructor(polite, urgent) {
    this.polite = polite;
    this.urgentPlace = urgent;
  }

  /** @param {string} text */
  urgent(text) { this.urgentPlace.textContent = text; }

  /** @param {string} text */
  say(text) {
    this.#waiting.push(text);
    if (this.#timer === undefined) this.#next();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.polite.textContent = this.urgentPlace.textContent = "";
  }

  #next() {
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    this.polite.textContent = this.#waiting.splice(0).join(". ");
    this.#timer = setTimeout(() => this.#next(), quiet);
  }
}
