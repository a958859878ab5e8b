// The socket to the Lab: commands with answers, coming back after a loss with longer and longer waits, and a count-down
// for the person who waits.

export const protocol = 1;
export const subprotocol = "carillon-lab.1";
const waits = [1_000, 2_000, 4_000, 8_000];

/** @typedef {"connecting" | "open" | "lost" | "foreign"} LinkState foreign: another version of the protocol */

/**
 * @typedef {object} Link
 * @property {LinkState} state
 * @property {number | null} retryAt when the next try is, of the clock
 * @property {number | null} lostAt of the clock
 */

/**
 * @typedef {object} Surroundings what a test replaces
 * @property {(url: string, protocols: string) => any} open
 * @property {() => number} now
 * @property {(wait: number, due: () => void) => any} startTimer
 * @property {(timer: any) => void} stopTimer
 */

/** @type {Surroundings} */
const browser = {
  open: (url, protocols) => new WebSocket(url, protocols),
  now: () => Date.now(),
  startTimer: (wait, due) => setTimeout(due, wait),
  stopTimer: (timer) => clearTimeout(timer),
};

/** The Lab's answer to a command that it refused. */
export class LabError extends Error {}

export class LabSocket {
  /** @type {Link} */
  link = { state: "connecting", retryAt: null, lostAt: null };
  /** @type {any} */
  #socket = null;
  /** @type {any} */
  #timer = null;
  #tries = 0;
  #id = 0;
  #isHidden = false;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * @param {string} url
   * @param {{ heard: (message: any) => void, changed: (link: Link) => void }} listener
   * @param {Surroundings} [surroundings]
   */
  constructor(url, listener, surroundings = browser) {
    this.url = url;
    this.listener = listener;
    this.surroundings = surroundings;
  }

  connect() {
    this.#stopWaiting();
    this.#change({ state: this.link.lostAt === null ? "connecting" : "lost", retryAt: null });
    const socket = this.surroundings.open(this.url, subprotocol);
    this.#socket = socket;
    socket.onmessage = (/** @type {{ data: unknown }} */ { data }) => this.#hear(socket, data);
    socket.onclose = () => this.#lose(socket);
    socket.onerror = () => {};
  }

  /** Makes the next attempt now. */
  retry() {
    if (this.link.state === "lost" && this.link.retryAt !== null) this.connect();
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<any>} what the Lab answers; rejected with a sentence where it did not do it
   */
  command(name, more = {}) {
    if (this.link.state !== "open") return Promise.reject(new LabError("The Lab is not reached."));
    const id = this.#id += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...more, id, do: name }));
    });
  }

  /**
   * Asks for counts alone while the page is hidden.
   * @param {boolean} isHidden
   */
  hide(isHidden) {
    if (this.#isHidden === isHidden) return;
    this.#isHidden = isHidden;
    this.#watch();
  }

  #watch() {
    const what = this.#isHidden ? "counts" : "all";
    // If it fails, the socket is lost, and the next one asks again.
    this.command("watch", { what }).catch(() => {});
  }

  /** @param {any} socket @param {unknown} data */
  #hear(socket, data) {
    if (socket !== this.#socket || typeof data !== "string") return;
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message?.is === "answer") {
      this.#settle(message);
      return;
    }
    if (message?.is === "hello" && !this.#readHello(message)) return;
    if (this.link.state === "open") this.listener.heard(message);
  }

  /** @param {any} hello */
  #readHello(hello) {
    if (hello.protocol !== protocol) {
      this.#socket = null;
      this.#change({ state: "foreign", retryAt: null });
      return false;
    }
    const isNew = this.link.state !== "open";
    this.#tries = 0;
    this.#change({ state: "open", retryAt: null, lostAt: null });
    if (isNew && this.#isHidden) this.#watch();
    return true;
  }

  /** @param {{ id: number, value?: any, error?: string }} answer */
  #settle({ id, value, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error !== undefined) waiting?.reject(new LabError(error));
    else waiting?.resolve(value ?? {});
  }

  /** @param {any} socket */
  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(new LabError("The Lab was lost before it answered."));
    this.#waiting.clear();
    const now = this.surroundings.now();
    const wait = waits[Math.min(this.#tries, waits.length - 1)];
    this.#tries += 1;
    this.#change({ state: "lost", retryAt: now + wait, lostAt: this.link.lostAt ?? now });
    this.#timer = this.surroundings.startTimer(wait, () => this.connect());
  }

  #stopWaiting() {
    if (this.#timer !== null) this.surroundings.stopTimer(this.#timer);
    this.#timer = null;
  }

  /** @param {Partial<Link>} news */
  #change(news) {
    this.link = { ...this.link, ...news };
    this.listener.changed(this.link);
  }
}
