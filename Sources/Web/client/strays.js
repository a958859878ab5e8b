// Calls of this session that the exchange has and the client does not.

/** The wait for an INVITE of a call of an earlier page. Without one, the call was being placed, and is ended. */
const wait = 2_000;

/**
 * Names of calls are compared without regard to case: FreeSWITCH's and Telnyx' clients differ in it.
 * @param {string} one @param {string} other
 */
export const isSameCall = (one, other) => one.toLowerCase() === other.toLowerCase();

export class Strays {
  /** The time at which they are ended. */
  due = Infinity;
  /** @type {string[]} */
  #calls = [];

  /** @param {string[]} calls @param {number} now */
  note(calls, now) {
    this.#calls = calls;
    this.due = calls.length > 0 ? now + wait : Infinity;
  }

  /** @param {string} call */
  forget(call) { this.#calls = this.#calls.filter((stray) => !isSameCall(stray, call)); }

  /** @param {number} now */
  takeDue(now) {
    if (this.due > now) return [];
    this.due = Infinity;
    return this.#calls.splice(0);
  }
}
