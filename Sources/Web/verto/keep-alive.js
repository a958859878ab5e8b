// When a silent server is asked for a sign of life: soon during a call, rarely otherwise.

export class KeepAlive {
  isInCall = false;
  /** @type {number | null} null: without a socket */
  #heard = null;
  #asked = -Infinity;

  /** @param {{ keepAlive: number, keepAliveInCall: number }} timing */
  constructor(timing) {
    this.timing = timing;
  }

  get due() {
    const { keepAlive, keepAliveInCall } = this.timing;
    if (this.#heard === null) return Infinity;
    return Math.max(this.#heard, this.#asked) + (this.isInCall ? keepAliveInCall : keepAlive);
  }

  /** @param {number} now */
  heard(now) { this.#heard = now; }
  /** @param {number} now */
  asked(now) { this.#asked = now; }
  stop() { this.#heard = null; }
}
