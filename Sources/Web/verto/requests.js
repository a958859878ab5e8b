// The requests of a session that wait for a reply: found again by their ids, given up after their time.

import { loginMethod, methodOf } from "./dialect.js";
import * as wire from "./wire.js";

/**
 * @typedef {object} Pending
 * @property {wire.FrameId} id
 * @property {string} name
 * @property {wire.Params} params
 * @property {number | null} token under which the outcome is reported; null: a request of the session itself
 * @property {number} due
 * @property {boolean} isRepeated sent again once, after the server had forgotten the login
 */

/** @typedef {import("./wire.js").Params} Params */
/**
 * The outcome of a request.
 * @typedef {{ kind: "result", result: Params } | { kind: "refused", code: number, message: string, data: Params }
 *   | { kind: "timedOut" | "connectionLost" | "notSent" }} Outcome
 */

/** The most requests that wait for a reply. */
const countMax = 128;
/** How long, about, a system repeats bytes that are not acknowledged, in milliseconds. */
const lateLoginTime = 120_000;
const lateLoginsMax = 8;

export class Requests {
  /** @type {Map<wire.FrameId, Pending>} */
  #pending = new Map();
  #count = 0;
  /**
   * Until when each login without an answer may reach the server all the same.
   * @type {number[]}
   */
  #lateLogins = [];

  /** @param {import("./dialect.js").Dialect} dialect */
  constructor(dialect) {
    this.dialect = dialect;
  }

  get isFull() { return this.#pending.size >= countMax; }
  get nextDeadline() { return Math.min(...[...this.#pending.values()].map(({ due }) => due)); }
  /** A number that differs from request to request, to spread waits by. */
  get count() { return this.#count; }

  /** @param {string} name */
  has(name) { return [...this.#pending.values()].some((request) => request.name === name); }

  /**
   * Notes a request and returns its frame.
   * @param {string} session @param {Omit<Pending, "id">} request
   */
  add(session, request) {
    this.#count += 1;
    const id = this.dialect.requestId(session, this.#count);
    this.#pending.set(id, { ...request, id });
    const name = request.name === "login" ? loginMethod(request.params) : request.name;
    return wire.request(id, methodOf(this.dialect, name), request.params);
  }

  /**
   * The request that a reply answers; none if the reply is late.
   * @param {wire.FrameId | null} id
   */
  take(id) {
    const request = id === null ? undefined : this.#pending.get(id);
    if (request) this.#pending.delete(request.id);
    return request;
  }

  /**
   * Removes the requests that waited too long.
   * @param {number} now
   */
  takeOverdue(now) {
    return this.#giveUp([...this.#pending.values()].filter(({ due }) => due <= now));
  }

  takeAll() { return this.#giveUp([...this.#pending.values()]); }

  /**
   * Whether a punt may be the work of an own login that arrived after a later one. Each explains one, so that two pages
   * with the same session do not take it from each other for good.
   * @param {number} now
   */
  takesLateLogin(now) {
    this.#lateLogins = this.#lateLogins.filter((until) => until > now);
    return this.#lateLogins.pop() !== undefined;
  }

  /**
   * TCP repeats bytes that a lost path kept from the server, also after the socket was closed.
   * @param {Pending[]} requests
   */
  #giveUp(requests) {
    for (const { id, name, due } of requests) {
      this.#pending.delete(id);
      if (name === "login") this.#lateLogins = [...this.#lateLogins, due + lateLoginTime].slice(-lateLoginsMax);
    }
    return requests;
  }
}
