// Events of the exchange: carries out the effects of its machine, with a socket and one timer.

import { Store } from "../store/store.js";
import { tell } from "../store/tell.js";
import { NewsMachine } from "./machine.js";

/** @typedef {import("../types/index.js").NewsSettings} NewsSettings */
/** @typedef {import("../types/index.js").NewsSnapshot} NewsSnapshot */
/** @typedef {import("../types/index.js").ChannelView} ChannelView */

/** @param {NewsSettings} settings @returns {import("../types/index.js").News} */
export const createNews = (settings) => new News(settings);

class News {
  #machine = new NewsMachine();
  #settings;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Store<NewsSnapshot>} */
  #store = new Store(/** @type {NewsSnapshot} */ (Object.freeze({ state: "offline", channels: Object.freeze({}) })));

  /** @param {NewsSettings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  subscribe = (/** @type {() => void} */ listener) => this.#store.subscribe(listener);
  getSnapshot = () => this.#store.getSnapshot();

  /** @param {string} channel @param {number} [since] */
  listen(channel, since) { this.#do(() => this.#machine.listen(channel, since)); }
  /** @param {string} channel */
  leave(channel) { this.#do(() => this.#machine.leave(channel)); }
  connect() { this.#do((now) => this.#machine.connect(now)); }
  close() { this.#do(() => this.#machine.close()); }

  /** @param {(now: number) => import("./machine.js").NewsEffect[]} event */
  #do(event) {
    for (const effect of event(performance.now())) {
      switch (effect.do) {
        case "open": this.#open(effect.socket); break;
        case "close": this.#closeSocket(); break;
        case "send": if (this.#socket?.readyState === 1) this.#socket.send(effect.text); break;
        case "authorize": void this.#authorize(effect.channel, effect.socketId); break;
        case "told": tell(this.#settings.onEvent, effect.event); break;
        case "changed": this.#store.set(this.#snapshot());
      }
    }
    clearTimeout(this.#timer);
    const due = this.#machine.nextDeadline;
    if (!Number.isFinite(due)) return;
    this.#timer = setTimeout(() => this.#do((now) => this.#machine.tick(now)), Math.max(due - performance.now(), 0));
  }

  /** @param {number} number */
  #open(number) {
    this.#closeSocket();
    const address = new URL(this.#settings.url);
    address.searchParams.set("protocol", "7");
    address.searchParams.set("client", "carillon-web");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#do((now) => this.#machine.received(number, data, now));
    socket.onclose = ({ code }) => this.#do((now) => this.#machine.closed(number, code, Math.random(), now));
  }

  #closeSocket() {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {string} channel @param {string} socketId */
  async #authorize(channel, socketId) {
    /** @type {{ auth: string, channel_data?: string } | null} */
    let proof = null;
    try {
      proof = await this.#settings.authorize(channel, socketId);
    } catch {
      // The channel is shown as refused; the app's own function knows why.
    }
    this.#do(() => this.#machine.authorized(channel, socketId, proof));
  }

  /** @returns {NewsSnapshot} */
  #snapshot() {
    const channels = Object.fromEntries([...this.#machine.channels].map(([name, { state, version, members }]) => [
      name, Object.freeze({
        state: state === "asked" ? /** @type {const} */ ("waiting") : state, version,
        members: Object.freeze([...members].map(([id, info]) => ({ id, info }))),
      }),
    ]));
    return Object.freeze({ state: this.#machine.state, channels: Object.freeze(channels) });
  }
}
