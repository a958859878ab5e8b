// The credentials of a session: whether a login can begin with them, and the consequence of a refused login.

/**
 * @typedef {import("../types/index.js").Credentials} Credentials
 * @typedef {{ then: "tryAgain" } | { then: "renew" } | { then: "end", message: string }} AfterRefusal
 */

/** The message of an exchange that cannot decide about a login now. */
const unavailable = "Service Unavailable";

export class Proof {
  /**
   * Missing or refused: others have to come before the next login. Renewed: they came as those before were refused.
   * @type {"missing" | "known" | "refused" | "renewed"}
   */
  #state;
  #renews;

  /** @param {Credentials | null} credentials @param {boolean} renews whether the page can be asked for others */
  constructor(credentials, renews) {
    this.credentials = credentials;
    this.#renews = renews;
    this.#state = credentials === null ? "missing" : "known";
  }

  get isWanting() { return this.#state === "missing" || this.#state === "refused"; }

  /** @param {Credentials} credentials */
  replace(credentials) {
    this.credentials = credentials;
    this.#state = this.#state === "refused" ? "renewed" : "known";
  }

  accepted() { this.#state = "known"; }

  /**
   * A token lasts an hour, so its issuer may have a newer one. A new token that is refused is not renewed again.
   * @param {{ code: number, message: string }} refusal
   * @returns {AfterRefusal}
   */
  refused({ code, message }) {
    const isToken = this.credentials !== null && "token" in this.credentials;
    const isRenewed = this.#state === "renewed";
    if (message === unavailable) return { then: "tryAgain" };
    if (isToken && this.#renews) this.#state = "refused";
    if (isToken && this.#renews && !isRenewed) return { then: "renew" };
    const said = message ? `${code}: ${message}` : String(code);
    if (isRenewed) return { then: "end", message: `the exchange refused a new token too (${said}); sign in again` };
    if (this.credentials !== null && "assistant" in this.credentials) {
      return { then: "end", message: `the assistant cannot be reached (${said}); is its id right?` };
    }
    const hint = isToken ? "the token is not good; sign in again" : "are login and password right?";
    return { then: "end", message: `the exchange refused the login (${said}); ${hint}` };
  }
}
