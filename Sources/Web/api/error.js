export class ExchangeError extends Error {
  /** @param {number} status 0: not reached @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether the person has to sign in again. */
  get isSignedOut() { return this.status === 401; }
}
