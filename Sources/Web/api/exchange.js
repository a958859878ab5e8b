// The exchange's HTTP API, as far as a phone needs it: a session with tokens that rotate, history, voicemail.

import { isObject, text } from "../verto/wire.js";

/** @typedef {import("../types/index.js").ExchangeSettings} ExchangeSettings */
/** @typedef {import("../types/index.js").SignedIn} SignedIn */
/**
 * @typedef {{ access: string, refresh: string, until: number, user: string, device: { id: string, name: string } }}
 *   Session
 */

const key = "carillon.signed-in";
/** A token that ends within this time is renewed first: a request may take a while. */
const margin = 60_000;
const soundBytesMax = 64 * 1024 * 1024;

export class ExchangeError extends Error {
  /** @param {number} status 0: not reached @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  get isSignedOut() { return this.status === 401; }
}

/** @param {ExchangeSettings} settings @returns {import("../types/index.js").Exchange} */
export const createExchange = (settings) => new Exchange(settings);

class Exchange {
  #settings;
  #fetch;
  #clock;
  #store;
  /** @type {Session | null} */
  #session;
  /**
   * One renewal at a time: a refresh token is good once.
   * @type {Promise<Session> | null}
   */
  #renewal = null;

  /** @param {ExchangeSettings} settings */
  constructor(settings) {
    this.#settings = settings;
    this.#fetch = settings.fetch ?? globalThis.fetch.bind(globalThis);
    this.#clock = settings.clock ?? Date.now;
    this.#store = settings.storage === undefined ? globalThis.sessionStorage ?? null : settings.storage;
    this.#session = this.#read();
  }

  /** @returns {SignedIn | null} */
  get signedIn() { return this.#session && { user: this.#session.user, device: this.#session.device }; }

  /** @param {string} login @param {string} password */
  async signIn(login, password) {
    const name = this.#settings.deviceName.slice(0, 100);
    const device = { installation: this.#installation(), platform: "web", name };
    const answer = await this.#request("POST", "/api/auth/login", { body: { login, password, device } });
    return this.#keep(await answer.json());
  }

  async signOut() {
    const session = this.#session;
    this.#session = null;
    this.#write();
    // Where it is not reached the session ends by its own time.
    if (session) await this.#request("POST", "/api/auth/logout", { token: session.access }).catch(() => {});
  }

  async token() {
    if (!this.#session) throw new ExchangeError(401, "No account is signed in. Sign in first.");
    if (this.#session.until - this.#clock() > margin) return this.#session.access;
    this.#renewal ??= this.#renew(this.#session).finally(() => { this.#renewal = null; });
    return (await this.#renewal).access;
  }

  /** @param {string} [cursor] */
  calls(cursor) { return this.#get(`/api/calls?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`); }
  /** @param {string} session */
  call(session) { return this.#get(`/api/voip/call-status/${encodeURIComponent(session)}`); }
  voicemail() { return this.#get("/api/voicemail"); }
  devices() { return this.#get("/api/devices"); }

  /** @param {string} message */
  async sound(message) {
    const answer = await this.#signed("GET", `/api/voicemail/${encodeURIComponent(message)}/sound`);
    if (Number(answer.headers.get("content-length") ?? 0) > soundBytesMax) {
      throw new ExchangeError(413, "The message is too long to be played here.");
    }
    return answer.blob();
  }

  /** @param {string} message */
  async heard(message) { await this.#signed("POST", `/api/voicemail/${encodeURIComponent(message)}/heard`); }
  /** @param {string} message */
  async deleteMessage(message) { await this.#signed("DELETE", `/api/voicemail/${encodeURIComponent(message)}`); }

  /**
   * Signs a subscription to a channel of the exchange's news.
   * @param {string} channel @param {string} socketId
   */
  async authorize(channel, socketId) {
    const body = { socket_id: socketId, channel_name: channel };
    return (await this.#signed("POST", "/broadcasting/auth", body)).json();
  }

  /** @param {string} path */
  async #get(path) { return (await this.#signed("GET", path)).json(); }

  /** @param {string} method @param {string} path @param {object} [body] */
  async #signed(method, path, body) {
    const token = await this.token();
    try {
      return await this.#request(method, path, { token, body });
    } catch (error) {
      if (error instanceof ExchangeError && error.isSignedOut && this.#session?.access === token) this.#signOutHere();
      throw error;
    }
  }

  #signOutHere() {
    this.#session = null;
    this.#write();
  }

  /**
   * @param {string} method @param {string} path @param {{ token?: string, body?: object }} more
   * @returns {Promise<Response>}
   */
  async #request(method, path, { token, body }) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (body) headers["content-type"] = "application/json";
    let answer;
    try {
      answer = await this.#fetch(this.#settings.url + path, {
        method, headers, body: body && JSON.stringify(body), cache: "no-store", credentials: "omit",
      });
    } catch {
      throw new ExchangeError(0, "The exchange cannot be reached. Check the network and try again.");
    }
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => null);
    throw new ExchangeError(answer.status, text(problem?.detail, 1_024) ?? `The exchange refused (${answer.status}).`);
  }

  /** @param {Session} session */
  async #renew(session) {
    try {
      const answer = await this.#request("POST", "/api/auth/refresh", { body: { refresh_token: session.refresh } });
      this.#keep(await answer.json());
      return /** @type {Session} */ (this.#session);
    } catch (error) {
      if (error instanceof ExchangeError && (error.status === 401 || error.status === 403)) this.#signOutHere();
      throw error;
    }
  }

  /** @param {any} given @returns {SignedIn} */
  #keep(given) {
    this.#session = {
      access: String(given.access_token), refresh: String(given.refresh_token), user: String(given.user),
      until: this.#clock() + Number(given.expires_in) * 1_000,
      device: { id: String(given.device.id), name: String(given.device.name) },
    };
    this.#write();
    return { user: this.#session.user, device: this.#session.device };
  }

  /** @returns {Session | null} */
  #read() {
    try {
      const kept = JSON.parse(this.#store?.getItem(key) ?? "null");
      return isObject(kept) && text(kept.access) && text(kept.refresh) ? /** @type {Session} */ (kept) : null;
    } catch {
      return null;
    }
  }

  #write() {
    try {
      if (this.#session) this.#store?.setItem(key, JSON.stringify(this.#session));
      else this.#store?.removeItem(key);
    } catch {
      // A store that is closed: the person signs in again after a reload.
    }
  }

  /** What this page calls itself, from one sign-in to the next. */
  #installation() {
    const name = `web-${crypto.randomUUID()}`;
    try {
      const kept = text(this.#store?.getItem(`${key}.installation`), 128);
      if (kept !== null && kept.length >= 8) return kept;
      this.#store?.setItem(`${key}.installation`, name);
    } catch {
      // As above: each sign-in is then another device.
    }
    return name;
  }
}
