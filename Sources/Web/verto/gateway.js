// The gateway behind Telnyx' dialect: what its state means for a session, and how long the session asks for it.

const registered = "REGED";
const failed = new Set(["FAILED", "DOWN", "TIMEOUT"]);

export class Gateway {
  /** When the session asks again. */
  due = Infinity;
  #waits = 0;

  /** @param {{ gatewayInterval: number, gatewayWaits: number }} timing */
  constructor(timing) {
    this.timing = timing;
  }

  /** @param {unknown} state @returns {"registered" | "failed" | "pending"} */
  outlook(state) { return state === registered ? "registered" : failed.has(String(state)) ? "failed" : "pending"; }

  /** @param {number} now */
  begin(now) {
    this.#waits = 0;
    this.due = now + this.timing.gatewayInterval;
  }

  stop() { this.due = Infinity; }

  /**
   * Notes that a wait is over, and begins the next one.
   * @param {number} now
   * @returns {boolean} whether it was the last one that is usual
   */
  waited(now) {
    this.#waits += 1;
    this.due = now + this.timing.gatewayInterval;
    return this.#waits >= this.timing.gatewayWaits;
  }
}
