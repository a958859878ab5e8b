// Whether a relay gave a candidate, and how the others refused: of one gathering of a peer connection after the other.

/** @typedef {import("../types/index.js").RelayRefusal} RelayRefusal */
/** @typedef {{ kind: "relaysUnavailable", refusals: readonly RelayRefusal[] | null }} RelayNews */

/** The most refusals of a gathering that are kept, and the most characters of their texts: servers write them. */
const refusalsMax = 16;
const urlMax = 256;
const textMax = 128;
const isRelay = (/** @type {unknown} */ url) => typeof url === "string" && /^turns?:/i.test(url);

export class RelayWatch {
  #isWanted = false;
  #isFound = false;
  #isOver = false;
  #hasPath = false;
  /** @type {Map<string, RelayRefusal>} */
  #refusals = new Map();

  /**
   * Another gathering begins, with these servers.
   * @param {RTCConfiguration} configuration @param {boolean} hasPath whether the connection stands meanwhile
   */
  begin({ iceServers = [] }, hasPath) {
    this.#isWanted = iceServers.some(({ urls }) => [urls].flat().some(isRelay));
    this.#isFound = this.#isOver = false;
    this.#hasPath = hasPath;
    this.#refusals.clear();
  }

  connected() { this.#hasPath = true; }

  /**
   * The same server refuses once for each interface, and is noted once. Chromium tells some refusals after the end of
   * the gathering.
   * @param {Pick<RTCPeerConnectionIceErrorEvent, "url" | "errorCode" | "errorText">} error
   */
  refused({ url, errorCode: code, errorText }) {
    const key = `${code} ${url}`;
    if (!isRelay(url) || this.#refusals.has(key) || this.#refusals.size >= refusalsMax) return null;
    const text = (errorText ?? "").slice(0, textMax);
    this.#refusals.set(key, Object.freeze({ url: url.slice(0, urlMax), code, text }));
    return this.#isOver ? this.#news() : null;
  }

  /**
   * The first candidate of a relay in a gathering is told: a former gathering may have had none.
   * @param {RTCIceCandidateType | null} type of a candidate
   * @returns {RelayNews | null}
   */
  found(type) {
    if (type !== "relay" || this.#isFound) return null;
    this.#isFound = true;
    return { kind: "relaysUnavailable", refusals: null };
  }

  /** No further candidate comes. A browser that has a path gathers no further, so a relay that it did not ask is none
   * that cannot be used. */
  ended() {
    this.#isOver = true;
    return this.#refusals.size > 0 ? this.#news() : null;
  }

  /** The call is over. A relay behind a network that drops TCP is waited for longer than a call looks for its path, and
   * not every browser says how one refused. */
  closed() {
    const isCertain = this.#isOver ? this.#refusals.size === 0 && !this.#hasPath : this.#refusals.size > 0;
    return isCertain ? this.#news() : null;
  }

  /** @returns {RelayNews | null} */
  #news() {
    if (!this.#isWanted || this.#isFound) return null;
    return { kind: "relaysUnavailable", refusals: Object.freeze([...this.#refusals.values()]) };
  }
}
