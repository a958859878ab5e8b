// The exchange's HTTP API, as far as a phone needs it: a session with tokens that rotate, history, voicemail.

import { isObject, text } from "../verto/wire.js";
import { bodyOf, valueOf } from "./body.js";
import { ExchangeError } from "./error.js";

/** @typedef {import("../types/index.js").ExchangeSettings} ExchangeSettings */
/** @typedef {import("../types/index.js").SignedIn} SignedIn */
/**
 * @typedef {{ access: string, refresh: string, until: number, user: string, device: { id: string, name: string } }}
 *   Session
 */

const key = "carillon.signed-in";
/** A token that ends within this time is renewed before a request, which may take some time. */
const margin = 60_000;
const tokenMax = 8_192;
const soundBytesMax = 64 * 1024 * 1024;

/** @param {unknown} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

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
   * One renewal runs at a time, because a refresh token is valid once.
   * @type {Promise<Session> | null}
   */
  #renewal = null;
  /** Counts sign-ins and sign-outs. An answer that comes after the next of them belongs to no session. */
  #turn = 0;

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
    const turn = this.#turn;
    const answer = await this.#request("POST", "/api/auth/login", { body: { login, password, device } });
    const signedIn = this.#keep(await valueOf(answer), turn);
    this.#takeTurn();
    return signedIn;
  }

  async signOut() {
    const session = this.#session;
    this.#takeTurn();
    this.#signOutHere();
    if (session) await this.#endSession(session.access);
  }

  #takeTurn() {
    this.#turn += 1;
    this.#renewal = null;
  }

  /**
   * If the exchange cannot be reached, the session ends when it expires.
   * @param {string} token
   */
  async #endSession(token) { await this.#request("POST", "/api/auth/logout", { token }).catch(() => {}); }

  async token() {
    if (!this.#session) throw new ExchangeError(401, "No account is signed in. Sign in first.");
    if (this.#session.until - this.#clock() > margin) return this.#session.access;
    const renewal = this.#renewal ??= this.#renew(this.#session);
    try {
      return (await renewal).access;
    } finally {
      if (this.#renewal === renewal) this.#renewal = null;
    }
  }

  /** @param {string} [cursor] */
  calls(cursor) { return this.#get(`/api/calls?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`); }
  /** @param {string} session */
  call(session) { return this.#get(`/api/voip/call-status/${encodeURIComponent(session)}`); }
  voicemail() { return this.#get("/api/voicemail"); }
  devices() { return this.#get("/api/devices"); }

  async carrierLines() {
    const wish = { tokens: [], credentials: true };
    const given = await valueOf(await this.#signed("POST", "/api/device-tokens", wish));
    const emergencyNumbers = listOf(given.emergency_numbers).filter((one) => /^\d{2,6}$/.test(one));
    const lines = listOf(given.carrier_credentials).flatMap((line) => {
      const parts = [line?.organization_id, line?.address, line?.login_token, line?.expires_at];
      if (!parts.every((part) => text(part, tokenMax))) return [];
      const [organization, url, token, expiresAt] = parts;
      return [{ organization, url, token, expiresAt, emergencyNumbers }];
    });
    return { lines, missing: listOf(given.carrier_credentials_missing).filter((one) => text(one, tokenMax)) };
  }

  /** @param {string} message */
  async sound(message) {
    const answer = await this.#signed("GET", `/api/voicemail/${encodeURIComponent(message)}/sound`);
    return bodyOf(answer, soundBytesMax, "The message is too long to be played here.");
  }

  /** @param {string} message */
  async heard(message) { await this.#signed("POST", `/api/voicemail/${encodeURIComponent(message)}/heard`); }
  /** @param {string} message */
  async deleteMessage(message) { await this.#signed("DELETE", `/api/voicemail/${encodeURIComponent(message)}`); }

  /**
   * Signs a subscription to a channel of the exchange.
   * @param {string} channel @param {string} socketId
   */
  async authorize(channel, socketId) {
    const body = { socket_id: socketId, channel_name: channel };
    return valueOf(await this.#signed("POST", "/broadcasting/auth", body));
  }

  /** @param {string} path */
  async #get(path) { return valueOf(await this.#signed("GET", path)); }

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
    const problem = await valueOf(answer).catch(() => null);
    throw new ExchangeError(answer.status, text(problem?.detail, 1_024) ?? `The exchange refused (${answer.status}).`);
  }

  /** @param {Session} session */
  async #renew(session) {
    const turn = this.#turn;
    try {
      const answer = await this.#request("POST", "/api/auth/refresh", { body: { refresh_token: session.refresh } });
      this.#keep(await valueOf(answer), turn);
      return /** @type {Session} */ (this.#session);
    } catch (error) {
      const isOver = error instanceof ExchangeError && (error.status === 401 || error.status === 403);
      if (isOver && turn === this.#turn) this.#signOutHere();
      throw error;
    }
  }

  /** @param {any} given @param {number} turn @returns {SignedIn} */
  #keep(given, turn) {
    if (turn !== this.#turn) {
      void this.#endSession(String(given?.access_token));
      throw new ExchangeError(401, "The account was signed out meanwhile. Sign in again.");
    }
    const parts = [given?.access_token, given?.refresh_token, given?.user, given?.device?.id];
    if (!parts.every((part) => text(part, tokenMax))) {
      throw new ExchangeError(0, "The exchange's answer cannot be read.");
    }
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
      const isSession = isObject(kept) && text(kept.access, tokenMax) && text(kept.refresh, tokenMax);
      return isSession ? /** @type {Session} */ (kept) : null;
    } catch {
      return null;
    }
  }

  #write() {
    try {
      if (this.#session) this.#store?.setItem(key, JSON.stringify(this.#session));
      else this.#store?.removeItem(key);
    } catch {
      // The store is closed. The person signs in again after a reload.
    }
  }

  /** The name of this installation, the same at every sign-in. */
  #installation() {
    const name = `web-${crypto.randomUUID()}`;
    try {
      const kept = text(this.#store?.getItem(`${key}.installation`), 128);
      if (kept !== null && kept.length >= 8) return kept;
      this.#store?.setItem(`${key}.installation`, name);
    } catch {
      // The store is full or closed. Each sign-in is then another device.
    }
    return name;
  }
}
