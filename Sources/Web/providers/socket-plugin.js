// The Capacitor plugin of a phone that runs elsewhere: a modeled iPhone behind a WebSocket, which
// `carillon models phone` serves. It takes the place of the plugin that `registerPlugin` returns, for `capacitorBridge`
// and for a page that calls the plugin itself. An app does not contain it.

/** @typedef {import("../types/socket-plugin.js").SocketPlugin} SocketPlugin */
/** @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void }} Waiting */

/** Messages that wait for the socket to open. A page that starts sends one for each event and a few calls. */
const waitingMax = 512;

class Wire {
  /** @type {((reason: string) => void)} */
  #tellEnd = () => {};
  /** @type {Promise<string>} */
  ended = new Promise((resolve) => { this.#tellEnd = resolve; });
  /** @type {string | null} */
  #end = null;
  /** @type {string[]} */
  #early = [];
  /** @type {Map<number, Waiting>} */
  #calls = new Map();
  /** @type {Map<string, Set<(data: any) => void>>} */
  #listeners = new Map();
  #lastId = 0;

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.onopen = () => { for (const text of this.#early.splice(0)) socket.send(text); };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ reason }) => this.end(reason || "the socket was closed");
  }

  /** @param {string} method @param {object} options */
  call(method, options) {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#calls.set(this.#lastId, { resolve, reject });
      this.#send({ id: this.#lastId, method, options });
      if (this.#end !== null) this.#rejectAll(this.#end);
    });
  }

  /** @param {string} event @param {(data: any) => void} listener */
  async add(event, listener) {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    // As with Capacitor's plugin, the same function may listen twice.
    const own = (/** @type {any} */ data) => listener(data);
    listeners.add(own);
    if (listeners.size === 1) this.#send({ listen: event });
    return {
      remove: async () => {
        if (listeners.delete(own) && listeners.size === 0) this.#forget(event);
      },
    };
  }

  async removeAll() {
    for (const [event, listeners] of [...this.#listeners]) {
      listeners.clear();
      this.#forget(event);
    }
  }

  /** @param {string} reason */
  end(reason) {
    if (this.#end !== null) return;
    this.#end = reason;
    this.#early = [];
    this.#listeners.clear();
    this.#rejectAll(reason);
    this.socket.close();
    this.#tellEnd(reason);
  }

  /** @param {string} event */
  #forget(event) {
    this.#listeners.delete(event);
    this.#send({ forget: event });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#end !== null) return;
    const text = JSON.stringify(message);
    if (this.socket.readyState === 1) return this.socket.send(text);
    this.#early.push(text);
    if (this.#early.length > waitingMax) this.end("too many messages wait for the socket to open");
  }

  /** @param {unknown} text */
  #receive(text) {
    const message = parsed(text);
    if (typeof message.end === "string") return this.end(message.end);
    if (typeof message.event === "string") return this.#tell(message.event, message.data);
    const call = this.#calls.get(message.id);
    if (!call) return this.end("a message of the phone is of no kind that is known");
    this.#calls.delete(message.id);
    if (message.error) call.reject(rejection(message.error)); else call.resolve(message.result);
  }

  /** @param {string} event @param {any} data */
  #tell(event, data) {
    for (const listener of [...this.#listeners.get(event) ?? []]) {
      // A listener that throws is the page's concern. The others are called all the same.
      try { listener(data); } catch (error) { queueMicrotask(() => { throw error; }); }
    }
  }

  /** @param {string} reason */
  #rejectAll(reason) {
    for (const call of this.#calls.values()) call.reject(rejection({ message: reason, code: "UNAVAILABLE" }));
    this.#calls.clear();
  }
}

/**
 * @param {string} url
 * @param {{ openSocket?: (url: string) => WebSocket }} settings
 * @returns {SocketPlugin}
 */
export function openSocketPlugin(url, { openSocket = (address) => new WebSocket(address) } = {}) {
  const wire = new Wire(openSocket(url));
  const known = {
    addListener: (/** @type {string} */ event, /** @type {(data: any) => void} */ listener) =>
      wire.add(event, listener),
    removeAllListeners: () => wire.removeAll(),
  };
  // As with Capacitor's own plugin, any other name is a method, and the native side decides whether it exists. An
  // object with a method `then` would be mistaken for a promise.
  const plugin = new Proxy(/** @type {Record<string, any>} */ (known), {
    get: (own, name) => typeof name !== "string" || name === "then" ? undefined
      : Object.hasOwn(own, name) ? own[name] : (/** @type {object} */ options = {}) => wire.call(name, options),
  });
  return {
    plugin: /** @type {SocketPlugin["plugin"]} */ (/** @type {unknown} */ (plugin)), ended: wire.ended,
    close: () => wire.end("the page closed it"),
  };
}

/** @param {unknown} text @returns {Record<string, any>} */
function parsed(text) {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

/** @param {{ message?: unknown, code?: unknown, data?: unknown }} error */
const rejection = ({ message, code, data }) => Object.assign(new Error(String(message)), {
  ...code === undefined ? {} : { code }, ...data === undefined ? {} : { data },
});
