// The person's phones as one: that of the exchange, and one at each carrier by which public calls ring this page.

import { makeEnding } from "../call-model/call-model.js";
import { createWebPhone } from "../index.js";
import { Store } from "../store/store.js";
import { doubled } from "../verto/back-off.js";

/** @typedef {import("../types/index.js").CallView} CallView */
/** @typedef {import("../types/index.js").Exchange} Exchange */
/** @typedef {import("../types/index.js").PhoneSnapshot} PhoneSnapshot */
/** @typedef {import("../types/index.js").WebPhone} WebPhone */
/**
 * The exchange's data about a call that came over a carrier.
 * @typedef {object} Told
 * @property {string | null} name
 * @property {string | null} number
 * @property {"answeredElsewhere" | "declinedElsewhere" | null} end why it rings here no more
 * @property {string | null} device which device has it
 * @property {boolean} isAsked whether the exchange was asked who calls: its news may come before the carrier's call
 */

/**
 * The parts of the browser that the phone uses; a test replaces them.
 * @typedef {object} World
 * @property {typeof createWebPhone} make
 * @property {(wait: number, due: () => void) => () => void} startTimer returns what stops it
 */

/** @type {World} */
const browser = {
  make: createWebPhone,
  startTimer: (wait, due) => {
    const timer = setTimeout(due, wait);
    return () => clearTimeout(timer);
  },
};

/** A token that is being made takes a moment; a carrier that does not answer may take long. */
const againFirst = 1_000;
const againMax = 60_000;
const endedMax = 8;
const toldMax = 64;
const nothing = /** @type {Told} */ (
  Object.freeze({ name: null, number: null, end: null, device: null, isAsked: false }));

export class JoinedPhone {
  #home;
  #exchange;
  #storageKey;
  #world;
  /**
   * By organization.
   * @type {Map<string, WebPhone>}
   */
  #carried = new Map();
  /** @type {readonly string[]} */
  #emergencyNumbers = [];
  /** @type {"unknown" | "asked" | "known"} */
  #list = "unknown";
  /** How often a line was missing in the list. */
  #misses = 0;
  #stopTimer = () => {};
  #wasReady = false;
  /** @type {string | null} */
  #microphone = null;
  /** @type {string | null} */
  #speaker = null;
  /** @type {Map<string, Told>} */
  #told = new Map();
  /** @type {WeakMap<CallView, { told: Told, view: CallView }>} */
  #views = new WeakMap();
  /** @type {Store<PhoneSnapshot>} */
  #store;
  #isClosed = false;

  /**
   * @param {WebPhone} home the phone at the exchange
   * @param {Exchange} exchange
   * @param {string} storageKey the home phone's; a line's has its organization behind it
   * @param {Partial<World>} [world]
   */
  constructor(home, exchange, storageKey, world = {}) {
    this.#home = home;
    this.#exchange = exchange;
    this.#storageKey = storageKey;
    this.#world = { ...browser, ...world };
    this.#store = new Store(home.getSnapshot());
    home.subscribe(() => this.#changed());
  }

  /** @param {() => void} listener */
  subscribe(listener) { return this.#store.subscribe(listener); }
  getSnapshot() { return this.#store.getSnapshot(); }

  connect() {
    // The calls of the lines show the result.
    for (const line of this.#lines) line.connect().catch(() => {});
    return this.#home.connect();
  }

  /**
   * Without the list no public call rings here; everything else works. The list is requested again when the exchange
   * can be reached again, and while a line is missing in it.
   */
  async #findLines() {
    if (this.#list !== "unknown") return;
    this.#list = "asked";
    this.#stopTimer();
    const found = await this.#exchange.carrierLines().catch(() => null);
    const isWhole = found !== null && found.missing.length === 0;
    this.#list = isWhole ? "known" : "unknown";
    if (this.#isClosed || found === null) return;
    for (const line of found.lines) if (!this.#carried.has(line.organization)) this.#add(line);
    if (isWhole) return;
    this.#misses += 1;
    const wait = doubled(this.#misses, againFirst, againMax);
    this.#stopTimer = this.#world.startTimer(wait, () => void this.#findLines());
  }

  /** @param {import("../types/index.js").CarrierLine} line */
  #add({ organization, url, token, emergencyNumbers }) {
    this.#emergencyNumbers = emergencyNumbers;
    const line = this.#world.make({
      url, storageKey: `${this.#storageKey}.${organization}`, credentials: { token },
      renewCredentials: async () => ({ token: await this.#token(organization) }),
    });
    this.#carried.set(organization, line);
    line.subscribe(() => this.#changed());
    line.connect().catch(() => {});
    // A device that is gone meanwhile leaves the line with the usual one.
    if (this.#microphone !== null) line.setMicrophone(this.#microphone).catch(() => {});
    if (this.#speaker !== null) line.setSpeaker(this.#speaker).catch(() => {});
  }

  /** @param {string} organization */
  async #token(organization) {
    const { lines } = await this.#exchange.carrierLines();
    const line = lines.find((one) => one.organization === organization);
    if (!line) throw new Error("The exchange has no carrier for this organization now.");
    return line.token;
  }

  async disconnect() { await Promise.all(this.#all.map((phone) => phone.disconnect())); }

  close() {
    this.#isClosed = true;
    this.#stopTimer();
    for (const phone of this.#all) phone.close();
  }

  networkChanged() { for (const phone of this.#all) phone.networkChanged(); }

  /**
   * A public number and one that calls for help go by a carrier, where there is one: the exchange has no way to them.
   * @param {string} destination @param {import("../types/index.js").DialOptions} [options]
   */
  dial(destination, options) {
    const number = destination.replace(/[\s().-]/g, "");
    const isPublic = /^(\+\d{3,15}|\d{7,15})$/.test(number);
    if (options?.replaces) return this.#home.dial(destination, options);
    const [line] = isPublic || this.#emergencyNumbers.includes(number) ? this.#lines : [];
    return line ? line.dial(number, options) : this.#home.dial(destination, options);
  }

  /** @param {string} call */
  answer(call) { return this.#of(call).answer(call); }
  /** @param {string} call */
  decline(call) { return this.#of(call).decline(call); }
  /** @param {string} call */
  hangUp(call) { return this.#of(call).hangUp(call); }
  /** @param {string} call @param {boolean} isMuted */
  setMuted(call, isMuted) { return this.#of(call).setMuted(call, isMuted); }
  /** @param {string} call @param {boolean} isHeld */
  setHeld(call, isHeld) { return this.#of(call).setHeld(call, isHeld); }
  /** @param {string} call @param {string} digits */
  sendDigits(call, digits) { return this.#of(call).sendDigits(call, digits); }
  /** @param {string} call @param {string} destination */
  transfer(call, destination) { return this.#of(call).transfer(call, destination); }
  /** @param {string} id */
  async setMicrophone(id) {
    for (const phone of this.#all) await phone.setMicrophone(id);
    this.#microphone = id;
  }

  /** @param {string} id */
  async setSpeaker(id) {
    for (const phone of this.#all) await phone.setSpeaker(id);
    this.#speaker = id;
  }

  localStream() { return this.#all.map((phone) => phone.localStream()).find((stream) => stream) ?? null; }

  /**
   * News of this device's own channel: why a call rings here no more, and which device has it.
   * @param {any} data
   */
  hear(data) {
    if (typeof data?.call_session_id !== "string") return;
    const reason = data.state === "answered_elsewhere" ? "answeredElsewhere" : data.reason;
    const isKnown = reason === "answeredElsewhere" || reason === "declinedElsewhere";
    const rings = data.state === "ringing" || data.state === "ringing_again" || data.state === "won";
    if (!isKnown && !rings) return;
    const device = typeof data.answered_by?.name === "string" ? data.answered_by.name : null;
    this.#learn(data.call_session_id, rings ? { end: null, device: null } : { end: reason, device });
  }

  get #lines() { return [...this.#carried.values()]; }
  get #all() { return [this.#home, ...this.#lines]; }

  /** @param {string} call */
  #of(call) {
    return this.#lines.find((line) => line.getSnapshot().calls.some(({ id }) => id === call)) ?? this.#home;
  }

  /** @param {string} session */
  #toldOf(session) { return this.#told.get(session) ?? nothing; }

  /** @param {string} session @param {Partial<Told>} more */
  #learn(session, more) {
    const before = this.#toldOf(session);
    this.#told.delete(session);
    this.#told.set(session, Object.freeze({ ...before, ...more }));
    if (this.#told.size > toldMax) this.#told.delete(/** @type {string} */ (this.#told.keys().next().value));
    this.#changed();
  }

  /**
   * Asks the exchange once who calls, because the carrier reports the organization's own number.
   * @param {string} session
   */
  async #ask(session) {
    this.#told.set(session, Object.freeze({ ...this.#toldOf(session), isAsked: true }));
    const status = await this.#exchange.call(session).catch(() => null);
    const [name, number] = [status?.caller_name, status?.caller_number].map((one) => (one ? String(one) : null));
    if (name || number) this.#learn(session, { name, number });
  }

  /**
   * A call of a carrier as the person is shown it.
   * @param {CallView} call
   */
  #shown(call) {
    const { session } = call;
    if (session !== null && call.phase === "incoming" && !this.#toldOf(session).isAsked) void this.#ask(session);
    const told = session === null ? nothing : this.#toldOf(session);
    const known = this.#views.get(call);
    if (known?.told === told) return known.view;
    const who = call.direction === "inbound" ? { name: told.name, number: told.number } : {};
    const isOver = told.end !== null && call.connectedAt === null && ["incoming", "ended"].includes(call.phase);
    const end = isOver && told.end
      ? { phase: /** @type {const} */ ("ended"), ending: makeEnding(told.end), answeredOn: told.device } : {};
    const view = Object.freeze({ ...call, ...who, ...end });
    this.#views.set(call, { told, view });
    return view;
  }

  #changed() {
    const home = this.#home.getSnapshot();
    const isReady = home.connection.state === "ready";
    if (isReady && !this.#wasReady) void this.#findLines();
    this.#wasReady = isReady;
    const before = this.#store.getSnapshot();
    const brought = this.#lines.map((line) => line.getSnapshot()).flatMap(({ calls, ended }) => [...calls, ...ended])
      .map((call) => this.#shown(call));
    const calls = [...home.calls, ...brought.filter(({ phase }) => phase !== "ended")];
    calls.sort((left, right) => (left.startedAt ?? 0) - (right.startedAt ?? 0));
    const over = [...home.ended, ...brought.filter(({ phase }) => phase === "ended")];
    const fresh = over.filter(({ id }) => !before.ended.some((one) => one.id === id));
    const older = before.ended.map((one) => over.find(({ id }) => id === one.id) ?? one);
    this.#store.set(Object.freeze({
      ...home, calls: kept(before.calls, calls), ended: kept(before.ended, [...fresh, ...older].slice(0, endedMax)),
    }));
  }
}

/**
 * The former list where nothing in it changed.
 * @param {readonly CallView[]} before @param {CallView[]} now
 */
const kept = (before, now) =>
  before.length === now.length && before.every((one, index) => one === now[index]) ? before : Object.freeze(now);
