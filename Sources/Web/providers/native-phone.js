// The phone of a hybrid app: the native side has signaling and media, and this side shows the calls and sends requests.
// It makes no socket and no peer connection, so that no call is handled twice.
//
// A page that starts, or was loaded anew, takes a snapshot and goes on from its cursor, so no event is lost before a
// listener exists.

import { Store } from "../store/store.js";
import { makeEnding, endReasons } from "../call-model/call-model.js";
import { notTransferred } from "../calls/endings.js";
import { bridgeEvents } from "./bridge-names.js";
import { deviceAfter, deviceOf } from "./native-device.js";

/** @typedef {import("../types/bridge.js").BridgeTold} BridgeTold */
/** @typedef {import("../types/index.js").CallView} CallView */
/** @typedef {import("../types/index.js").NativeBridge} NativeBridge */
/** @typedef {import("../types/index.js").PhoneSnapshot} PhoneSnapshot */

const endedMax = 8;
const callsMax = 16;
/** The most events that wait for a snapshot. The native side keeps no more; if more come, another snapshot is taken. */
const earlyMax = 256;
/**
 * The phase shown for each phase that the native side reports.
 * @type {Record<import("../types/bridge.js").CallPhase, CallView["phase"]>}
 */
const phases = {
  ringing: "incoming", answering: "connecting", dialing: "dialing", connecting: "ringing", connected: "active",
  reconnecting: "reconnecting",
};
/** @type {Record<import("../types/bridge.js").ConnectionState, PhoneSnapshot["connection"]["state"]>} */
const connections = {
  connected: "ready", connecting: "connecting", reconnecting: "reconnecting", disconnected: "offline",
};
const can = Object.freeze({ hold: true, transfer: true, speakers: true, video: false });

/** @implements {Omit<import("../types/index.js").NativePhone, "kind">} */
export class NativePhone {
  kind = /** @type {const} */ ("native");
  /** @type {Store<PhoneSnapshot>} */
  #store = new Store(/** @type {PhoneSnapshot} */ (Object.freeze({
    connection: connection("connecting"), calls: Object.freeze([]), ended: Object.freeze([]), can,
    device: null,
  })));
  /** @type {(() => void)[]} */
  #leave = [];
  #cursor = "";
  /**
   * Events that came while a snapshot was on its way.
   * @type {BridgeTold[] | null}
   */
  #early = null;
  #isEarlyLost = false;

  /** @param {{ bridge: NativeBridge }} settings */
  constructor({ bridge }) {
    this.bridge = bridge;
    for (const name of bridgeEvents) {
      this.#leave.push(bridge.on(name, (data) => this.#heard(/** @type {BridgeTold} */ ({ name, data: data ?? {} }))));
    }
    void this.#takeSnapshot();
  }

  subscribe = (/** @type {() => void} */ listener) => this.#store.subscribe(listener);
  getSnapshot = () => this.#store.getSnapshot();

  async connect() { await this.bridge.call("connect", {}); }
  async disconnect() { await this.bridge.call("disconnect", {}); }

  /** @param {string} destination @param {import("../types/index.js").DialOptions} options */
  async dial(destination, options = {}) {
    const { name, callerName, callerNumber, clientState, headers, replaces, video } = options;
    withoutVideo(video);
    const answer = await this.bridge.call("call", {
      destinationNumber: destination, ...defined({
        displayName: name, callerIdName: callerName, callerIdNumber: callerNumber, clientState, headers, replaces,
      }),
    });
    return String(answer.callId);
  }

  /** @param {string} call @param {import("../types/index.js").AnswerOptions} options */
  async answer(call, { video } = {}) {
    withoutVideo(video);
    await this.bridge.call("answer", { callId: call });
  }
  /** @param {string} call */
  async decline(call) { await this.bridge.call("decline", { callId: call }); }
  /** @param {string} call */
  async hangUp(call) { await this.bridge.call("hangup", { callId: call }); }
  /** @param {string} call @param {boolean} isMuted */
  async setMuted(call, isMuted) { await this.bridge.call("setMute", { callId: call, muted: isMuted }); }
  /** @param {string} _call @param {boolean} isOn */
  async setVideo(_call, isOn) { withoutVideo(isOn); }
  /** @param {string} call @param {boolean} isHeld */
  async setHeld(call, isHeld) { await this.bridge.call("setHold", { callId: call, onHold: isHeld }); }
  /** @param {string} call @param {string} digits */
  async sendDigits(call, digits) { await this.bridge.call("sendDTMF", { callId: call, digit: digits }); }
  /** @param {string} call @param {string} destination */
  async transfer(call, destination) {
    this.#change(call, { trouble: null });
    await this.bridge.call("transfer", { callId: call, destination: destination.trim() });
  }
  /** @param {string} route */
  async setSpeaker(route) { await this.bridge.call("setAudioRoute", { route }); }

  close() {
    for (const leave of this.#leave.splice(0)) leave();
  }

  /** @returns {Promise<void>} */
  async #takeSnapshot() {
    this.#early = [];
    this.#isEarlyLost = false;
    try {
      const snapshot = await this.bridge.call("getSnapshot", {});
      this.#cursor = String(snapshot.cursor ?? "");
      const calls = Array.isArray(snapshot.calls) ? snapshot.calls.slice(0, callsMax).map(viewOf) : [];
      this.#set({
        calls, connection: connection(connections[snapshot.connection] ?? "offline"), device: deviceOf(snapshot),
      });
    } catch (error) {
      this.#set({ connection: connection("offline", `the app's native side gives no snapshot: ${wordsOf(error)}`) });
    }
    const early = this.#early.splice(0);
    this.#early = null;
    if (this.#isEarlyLost) return void this.#takeSnapshot();
    // The snapshot contains the effect of some of them already.
    for (const told of early) if (isAfter(told.data.cursor, this.#cursor)) this.#apply(told);
  }

  /** @param {BridgeTold} told */
  #heard(told) {
    if (this.#early) {
      if (this.#early.length < earlyMax) this.#early.push(told);
      else this.#isEarlyLost = true;
      return;
    }
    // The app runs in another process: its events follow a snapshot of that process.
    if (epochOf(told.data.cursor) !== epochOf(this.#cursor)) return void this.#takeSnapshot();
    this.#apply(told);
  }

  /** @param {BridgeTold} told */
  #apply(told) {
    const { name, data } = told;
    if (data.cursor !== undefined) this.#cursor = String(data.cursor);
    const { device } = this.#store.getSnapshot();
    if (device) this.#set({ device: deviceAfter(device, told) });
    // No event says whose phone it is now, and of which organization.
    if (name === "signedIn" || name === "clientReady" && device?.isSignedIn === false) void this.#takeSnapshot();
    switch (name) {
      case "clientReady": return this.#set({ connection: connection("ready") });
      case "connecting": case "reconnecting": case "disconnected":
        return this.#set({ connection: connection(connections[name]) });
      case "connectionFailed": return this.#set({ connection: connection("over", String(data.reason ?? "")) });
      case "callEnded": return this.#ended(data);
      case "muteStateChanged": return this.#change(data.callId, { isMuted: data.muted === true });
      case "holdStateChanged": return this.#change(data.callId, { isHeld: data.onHold === true });
      case "transferFailed": return this.#change(data.callId, { trouble: notTransferred(reasonOf(data.reason)) });
      case "callQualityUpdated": return this.#change(data.callId, { quality: qualityOf(data.quality ?? {}) });
      case "audioRouteChanged":
        return this.#set({ calls: this.#calls.map((call) => Object.freeze({ ...call, route: String(data.route) })) });
      default: if ("call" in data && data.call) this.#put(viewOf(data.call));
    }
  }

  get #calls() { return this.#store.getSnapshot().calls; }

  /** @param {CallView} view */
  #put(view) {
    const before = this.#calls;
    const known = before.find(({ id }) => id === view.id);
    const { quality = null, route = null, trouble = null } = known ?? {};
    const fresh = Object.freeze({ ...view, quality, route, trouble });
    const calls = known ? before.map((call) => call === known ? fresh : call) : [...before, fresh].slice(-callsMax);
    this.#set({ calls });
  }

  /** @param {string} id @param {Partial<CallView>} change */
  #change(id, change) {
    this.#set({ calls: this.#calls.map((call) => call.id === id ? Object.freeze({ ...call, ...change }) : call) });
  }

  /** @param {import("../types/bridge.js").BridgeEvents["callEnded"]} data */
  #ended(data) {
    const call = this.#calls.find(({ id }) => id === data.callId);
    if (!call) return;
    const { reason, causeCode, sipCode, sipReason, answeredOn } = data;
    const ending = Object.freeze(makeEnding(reasonOf(reason), {
      causeCode: causeCode ?? undefined, sipCode, sipReason,
    }));
    const phase = /** @type {const} */ ("ended");
    const view = Object.freeze({ ...call, phase, ending, answeredOn: answeredOn ?? null });
    this.#set({
      calls: this.#calls.filter((other) => other !== call),
      ended: [view, ...this.#store.getSnapshot().ended].slice(0, endedMax),
    });
  }

  /** @param {Partial<PhoneSnapshot>} change */
  #set(change) {
    const next = { ...this.#store.getSnapshot(), ...change };
    Object.freeze(next.calls);
    Object.freeze(next.ended);
    this.#store.set(Object.freeze(next));
  }
}

/** @param {import("../types/bridge.js").BridgeCall} call @returns {CallView} */
function viewOf(call) {
  return Object.freeze({
    id: String(call.callId), session: call.callSessionId ?? null,
    direction: call.direction === "inbound" ? "inbound" : "outbound", phase: phases[call.state] ?? "dialing",
    state: null, name: call.callerName ?? null, number: call.callerNumber ?? null, isMuted: call.isMuted === true,
    isHeld: call.isHeld === true, isHoldPending: false, isHeldByPeer: false, hasEarlyMedia: false,
    media: call.state === "connected" ? "connected" : "new", startedAt: null, connectedAt: call.connectedAt ?? null,
    ending: null, quality: null, trouble: null, answeredOn: null, route: null, isVideoOn: false, peerVideo: "none",
    videoTrouble: null, relaysUnavailable: null,
  });
}

/**
 * The app's native side has no video, and a page that wants it has to know.
 * @param {boolean} [isWanted]
 */
function withoutVideo(isWanted) {
  if (isWanted) throw new Error("the calls of this app have no video; see `can.video`");
}

/** @param {import("../types/bridge.js").BridgeEvents["callEnded"]["reason"]} told */
const reasonOf = (told) => endReasons.includes(told) ? told : "failed";

/** @param {Partial<import("../types/bridge.js").CallQuality>} given @returns {import("../types/index.js").Quality} */
const qualityOf = (given) => Object.freeze({
  mos: given.mos ?? null, level: given.telnyxLevel ?? "unknown", jitter: given.jitterMs ?? null,
  roundTrip: given.rttMs ?? null, loss: given.packetLossPercent ?? null, codec: null, route: given.route ?? null,
  gap: given.gapMs ?? null, concealed: given.concealedMs ?? null,
});

/** @param {PhoneSnapshot["connection"]["state"]} state @param {string | null} message */
function connection(state, message = null) {
  const reason = state === "over" ? /** @type {const} */ ("unreachable") : null;
  return Object.freeze({ state, attempt: 0, retryAt: null, reason, message });
}

/**
 * A cursor is `epoch-number`.
 * @param {unknown} cursor
 */
const epochOf = (cursor) => String(cursor ?? "").split(/\D/)[0];
/** @param {unknown} cursor @param {string} known */
function isAfter(cursor, known) {
  const number = (/** @type {unknown} */ text) => Number(String(text ?? "").split(/\D/).pop());
  return epochOf(cursor) !== epochOf(known) || number(cursor) > number(known);
}

/**
 * @template {object} Members
 * @param {Members} members
 */
const defined = (members) => /** @type {Members} */ (
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)));
/** @param {unknown} error */
const wordsOf = (error) => error instanceof Error ? error.message : String(error);
