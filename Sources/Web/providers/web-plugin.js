// The plugin of an app's native side, in a page that has none: over a phone of the page's own, with the names of the
// bridge. For pages that call the plugin itself, as `registerPlugin` of Capacitor gives it.

import { select } from "../store/store.js";
import { tell } from "../store/tell.js";
import { bridgeMethods } from "./bridge-names.js";
import { callerOf, callOf, connectionOf, endOf, eventsBetween } from "./web-plugin-events.js";

/** @typedef {import("../types/bridge.js").BridgePlugin} BridgePlugin */
/** @typedef {import("../types/bridge.js").BridgeMethods} Methods */
/** @typedef {import("../types/index.js").WebPhone} WebPhone */
/** @typedef {{ cursor: number, name: string, data: any }} Logged */
/** @typedef {"current" | "incoming" | "any"} Meant */

/** The most events that are kept for `getEvents`, as many as a phone keeps. */
const eventsMax = 256;
const noticesMax = 64;

/** @param {string} code @param {string} reason */
const rejection = (code, reason) => Object.assign(new Error(`${code}: ${reason}`), { code });

/** What listeners are told, and what `getEvents` gives again. */
class Log {
  /** @type {Logged[]} */
  events = [];
  number = 0;
  /** @type {Map<string, Set<(data: any) => void>>} */
  #listeners = new Map();

  /** @param {number} epoch */
  constructor(epoch) {
    this.epoch = epoch;
  }

  get cursor() { return `${this.epoch}-${this.number}`; }

  /** @param {string} name @param {object} data */
  add(name, data) {
    this.number += 1;
    this.events = [...this.events, { cursor: this.number, name, data }].slice(-eventsMax);
    for (const listener of [...this.#listeners.get(name) ?? []]) tell(listener, { ...data, cursor: this.cursor });
  }

  /** @param {string} [since] */
  after(since = this.cursor) {
    const [epoch, number] = since.split("-").map(Number);
    const oldest = this.number - this.events.length;
    const gap = epoch !== this.epoch || !(number >= oldest && number <= this.number);
    return { events: gap ? [] : this.events.filter(({ cursor }) => cursor > number), cursor: this.cursor, gap };
  }

  /** @param {string} name @param {(data: any) => void} listener */
  async listen(name, listener) {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    const own = (/** @type {any} */ data) => listener(data);
    listeners.add(own);
    return { remove: async () => void listeners.delete(own) };
  }

  forgetListeners() { this.#listeners.clear(); }
}

class WebPlugin {
  /** @type {import("../types/bridge.js").BridgeNotice[]} */
  #notices = [];
  #log;
  #phone;
  #deviceId;

  /** @param {WebPhone} phone @param {string} deviceId @param {number} epoch */
  constructor(phone, deviceId, epoch) {
    this.#phone = phone;
    this.#deviceId = deviceId;
    this.#log = new Log(epoch);
    let before = phone.getSnapshot();
    phone.subscribe(() => {
      const now = phone.getSnapshot();
      const events = eventsBetween(before, now, Date.now());
      before = now;
      for (const { name, data } of events) this.#tell(name, data);
    });
    for (const name of ["online", "offline"]) {
      globalThis.addEventListener?.(name, () => this.#tell("networkStatusChanged", network()));
    }
  }

  addListener = (/** @type {string} */ name, /** @type {(data: any) => void} */ listener) =>
    this.#log.listen(name, listener);
  async removeAllListeners() { this.#log.forgetListeners(); }

  /** @param {Methods["connect"]["arguments"]} given */
  async connect({ sipUsername, sipPassword } = {}) {
    const isOther = sipUsername !== undefined && sipPassword !== undefined;
    if (isOther) {
      if (connectionOf(this.#phone.getSnapshot()) !== "disconnected") throw rejection("refused", "signedIn");
      this.#phone.setCredentials({ login: sipUsername, password: sipPassword });
    }
    await this.#phone.connect();
    if (isOther) this.#tell("signedIn", {});
    return {};
  }
  async disconnect() { return this.#done(this.#phone.disconnect()); }
  async reconnect() {
    this.#phone.networkChanged();
    return {};
  }
  async signOut() {
    await this.#phone.disconnect();
    this.#tell("signedOut", { reason: "asked" });
    return {};
  }

  /** @param {Methods["call"]["arguments"]} given */
  async call({ destinationNumber, displayName, callerIdName, callerIdNumber, clientState, headers, replaces }) {
    const listed = Array.isArray(headers) ? headers : Object.entries(headers ?? {}).map(([name, value]) =>
      ({ name, value }));
    const callId = await this.#phone.dial(String(destinationNumber ?? ""), {
      name: displayName, callerName: callerIdName, callerNumber: callerIdNumber, clientState, replaces,
      headers: listed.map(({ name, value }) => ({ name, value: value ?? "" })),
    });
    return { callId };
  }

  /** @param {Methods["answer"]["arguments"]} given */
  async answer({ callId, other = "hold" } = {}) {
    const { id, phase } = this.#view(callId, "incoming");
    // No other call is touched for one that its caller has left.
    if (phase !== "incoming") throw rejection("refused", "notPossible");
    const others = this.#phone.getSnapshot().calls.filter((one) => one.id !== id && one.phase === "active");
    for (const one of others) {
      if (other === "end") await this.#phone.hangUp(one.id);
      else if (!one.isHeld) await this.#phone.setHeld(one.id, true);
    }
    await this.#phone.answer(id);
    return { callId: id };
  }
  /** @param {Methods["decline"]["arguments"]} given */
  async decline({ callId } = {}) { return this.#done(this.#phone.decline(this.#named(callId, "incoming"))); }
  /** @param {Methods["hangup"]["arguments"]} given */
  async hangup({ callId } = {}) { return this.#done(this.#phone.hangUp(this.#named(callId, "any"))); }
  /** @param {Methods["setMute"]["arguments"]} given */
  async setMute({ callId, muted }) { return this.#done(this.#phone.setMuted(this.#named(callId), muted)); }
  /** @param {Methods["toggleMute"]["arguments"]} given */
  async toggleMute({ callId } = {}) {
    const call = this.#view(callId);
    await this.#phone.setMuted(call.id, !call.isMuted);
    return { enabled: !call.isMuted };
  }
  /** @param {Methods["setHold"]["arguments"]} given */
  async setHold({ callId, onHold }) { return this.#done(this.#phone.setHeld(this.#named(callId), onHold)); }
  /** @param {Methods["toggleHold"]["arguments"]} given */
  async toggleHold({ callId } = {}) {
    const call = this.#view(callId);
    await this.#phone.setHeld(call.id, !call.isHeld);
    return { enabled: !call.isHeld };
  }
  /** @param {Methods["sendDTMF"]["arguments"]} given */
  async sendDTMF({ callId, digit }) {
    const id = this.#named(callId);
    await this.#phone.sendDigits(id, String(digit ?? ""));
    this.#tell("dtmfSent", { callId: id, count: String(digit).length });
    return {};
  }
  /** @param {Methods["transfer"]["arguments"]} given */
  async transfer({ callId, destination }) {
    const id = this.#named(callId);
    await this.#phone.transfer(id, destination);
    const state = select(this.#phone, ({ calls }) => {
      const call = calls.find((one) => one.id === id);
      return call ? call.trouble && "failed" : "over";
    });
    const leave = state.subscribe(() => {
      leave();
      if (state.getSnapshot() === "failed") this.#tell("transferFailed", { callId: id, reason: "failed" });
    });
    return {};
  }

  async getDeviceId() { return { deviceId: this.#deviceId }; }
  async getFcmToken() { return { token: null }; }
  async getFcmTokenWithWait() { return { token: null }; }
  async getCallerIds() { return { callerIds: [] }; }
  async getAudioRoutes() { return { routes: [] }; }
  async getNetworkStatus() { return network(); }
  async getConnectionState() {
    const state = connectionOf(this.#phone.getSnapshot());
    return { state, connected: state === "connected" };
  }
  async getPendingIncomingCall() {
    const call = this.#phone.getSnapshot().calls.find(({ phase }) => phase === "incoming");
    return { call: call ? callOf(call) : null };
  }
  async requestVoipPermissions() {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      (stream) => stream.getTracks().map((track) => track.stop()).length > 0, () => false);
    return { microphone, notifications: false, contacts: false };
  }
  async getSnapshot() {
    const snapshot = this.#phone.getSnapshot();
    return {
      cursor: this.#log.cursor, calls: snapshot.calls.map(callOf), connection: connectionOf(snapshot),
      network: network(), speaker: false, route: "unknown", routes: [], notices: this.#notices, callsElsewhere: [],
      signedIn: connectionOf(snapshot) === "connected",
    };
  }
  /** @param {Methods["getEvents"]["arguments"]} given */
  async getEvents({ since } = {}) { return this.#log.after(since); }

  /** @param {Methods["readNotice"]["arguments"]} given */
  async readNotice({ callId }) { return this.#keep(this.#notices.filter((notice) => notice.callId !== callId)); }
  async clearNotices() { return this.#keep([]); }

  /** @param {import("../types/bridge.js").BridgeNotice[]} notices */
  #keep(notices) {
    const isOther = notices.length !== this.#notices.length;
    this.#notices = notices;
    if (isOther) this.#tell("unreadCountChanged", { count: notices.length });
    return {};
  }

  /** @param {string} name @param {any} data */
  #tell(name, data) {
    this.#log.add(name, data);
    if (name !== "callEnded") return;
    const notice = endOf(data);
    if (!notice) return;
    this.#log.add(notice.kind === "missed" ? "missedCall" : "callDropped", notice.told);
    const caller = callerOf(this.#phone.getSnapshot(), data.callId);
    const { kind, told } = notice;
    this.#keep([...this.#notices, { ...told, ...caller, kind, time: Date.now() }].slice(-noticesMax));
  }

  /** @param {string | undefined} callId @param {Meant} [meant] */
  #named(callId, meant) { return this.#view(callId, meant).id; }

  /** @param {string | undefined} callId @param {Meant} [meant] the call that is meant without an id */
  #view(callId, meant = "current") {
    const { calls } = this.#phone.getSnapshot();
    const call = callId === undefined ? meantOf(calls, meant) : calls.find(({ id }) => id === callId);
    if (!call) throw rejection("refused", "unknownCall");
    return call;
  }

  /** @param {Promise<void>} work */
  async #done(work) {
    await work;
    return {};
  }
}

/**
 * As the native side has it: the current call is the active one, else the one that was answered or placed last.
 * @param {readonly import("../types/index.js").CallView[]} calls @param {Meant} meant
 */
function meantOf(calls, meant) {
  const taken = calls.filter(({ phase }) => phase !== "incoming");
  const current = taken.find(({ phase, isHeld }) => phase === "active" && !isHeld) ?? taken.at(-1);
  const incoming = calls.find(({ phase }) => phase === "incoming");
  return { current, incoming, any: current ?? incoming }[meant];
}

const network = () => {
  const isOnline = globalThis.navigator?.onLine !== false;
  return { status: isOnline ? "connected" : "disconnected", type: isOnline ? "other" : "none" };
};

/** What only a phone has. */
const ofPhonesAlone = ["setSpeaker", "toggleSpeaker", "setAudioRoute", "switchOrganization", "signInWithApple"];

/**
 * @param {WebPhone} phone
 * @param {{ deviceId?: string, epoch?: number }} settings
 * @returns {BridgePlugin & { removeAllListeners(): Promise<void> }}
 */
export function createWebPlugin(phone, settings = {}) {
  const own = new WebPlugin(phone, settings.deviceId ?? phone.session, settings.epoch ?? Date.now());
  const plugin = /** @type {Record<string, any>} */ (/** @type {unknown} */ (own));
  const refuse = async () => { throw rejection("refused", "only an app has it"); };
  for (const method of ofPhonesAlone) plugin[method] = refuse;
  // A rejection of the page's own phone has no code, and that of a plugin has one.
  for (const method of bridgeMethods) {
    const carryOut = plugin[method].bind(plugin);
    plugin[method] = (/** @type {object} */ given = {}) => carryOut(given).catch((/** @type {any} */ error) => {
      throw error?.code ? error : rejection("refused", String(error?.message ?? error));
    });
  }
  return /** @type {any} */ (plugin);
}
