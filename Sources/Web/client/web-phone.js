// The phone of a page: carries out the effects of its machine, with a socket, peer connections, one timer and a store.

import { CallMedia } from "../media/call-media.js";
import { Capture } from "../media/capture.js";
import { Store } from "../store/store.js";
import { tell } from "../store/tell.js";
import { dialectNamed } from "../verto/dialect.js";
import { isUsable } from "../verto/ice-servers.js";
import { request } from "../verto/wire.js";
import { ClientMachine } from "./machine.js";
import { keep, Memory } from "./memory.js";
import { Viewer } from "./view.js";

/** @typedef {import("../types/index.js").WebPhoneSettings} WebPhoneSettings */
/** @typedef {import("../types/index.js").PhoneSnapshot} PhoneSnapshot */
/** @typedef {import("../calls/operations.js").Operation} Operation */
/** @typedef {import("./machine.js").ClientEffect} ClientEffect */
/** @typedef {Pick<CallMedia, "carryOut" | "setSpeaker" | "remoteStream" | "remoteVideo">} Media */
/**
 * The parts of the browser that the phone uses; a test replaces them.
 * @typedef {object} World
 * @property {(url: string) => WebSocket} openSocket
 * @property {(settings: import("../media/call-media.js").MediaSettings) => Media} makeMedia
 * @property {() => number} now of a clock that never jumps
 * @property {() => number} calendar
 * @property {() => number} chance 0…1
 * @property {(wait: number, due: () => void) => () => void} startTimer returns what stops it
 * @property {() => string} makeName a UUID
 */

export const userAgent = "Carillon-Web-1.0.0";
/** A clock's wait is a 32-bit number of milliseconds. */
const waitMax = 2 ** 31 - 1;

/** Only some browsers let the page choose the loudspeaker. */
const choosesSpeakers = () => typeof HTMLMediaElement === "function" && "setSinkId" in HTMLMediaElement.prototype;

/** @type {World} */
const browser = {
  openSocket: (url) => new WebSocket(url),
  makeMedia: (settings) => new CallMedia(settings),
  now: () => performance.now(),
  calendar: () => Date.now(),
  chance: () => Math.random(),
  startTimer: (wait, due) => {
    const timer = setTimeout(due, wait);
    return () => clearTimeout(timer);
  },
  makeName: () => crypto.randomUUID(),
};

/** @implements {Omit<import("../types/index.js").WebPhone, "kind">} */
export class WebPhone {
  kind = /** @type {const} */ ("web");
  #machine;
  #memory;
  #viewer = new Viewer();
  #store;
  #world;
  #settings;
  #microphone;
  #camera;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, ReturnType<World["makeMedia"]>>} */
  #media = new Map();
  /** @type {Map<number, { resolve: (value?: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #operations = 0;
  #stopTimer = () => {};
  /** @type {RTCIceServer[]} */
  #iceServers;
  #speaker = "";
  #isClosed = false;
  /** @type {Set<(params: Record<string, any>) => void>} */
  #conversing = new Set();

  /** @param {WebPhoneSettings} settings @param {World} world */
  constructor(settings, world = browser) {
    this.#settings = settings;
    this.#world = world;
    const dialect = dialectNamed(settings.dialect ?? "telnyx");
    const address = new URL(settings.url);
    if (address.protocol !== "ws:" && address.protocol !== "wss:") {
      throw new TypeError(`"${address.protocol}" is no way to an exchange; its address begins with wss://`);
    }
    const credentials = settings.credentials ?? null;
    if (credentials === null && !settings.renewCredentials) {
      throw new TypeError("a phone needs `credentials`, or `renewCredentials` that gives them");
    }
    if (credentials !== null && !("login" in credentials) && !dialect.takesTokens) {
      throw new TypeError(`the dialect "${dialect.name}" takes a login and a password only, no token and no assistant`);
    }
    if (!(settings.iceServers ?? []).every(isUsable)) {
      throw new TypeError("a TURN server in `iceServers` has no username or no credential");
    }
    const store = settings.storage === undefined ? globalThis.sessionStorage ?? null : settings.storage;
    this.#memory = new Memory(store, settings.storageKey ?? "carillon.session");
    const kept = this.#memory.read();
    this.#machine = new ClientMachine({
      dialect, credentials, renews: settings.renewCredentials !== undefined,
      session: kept.session ?? world.makeName(), callsMax: settings.callsMax ?? 4,
      about: { userAgent, connectsWhileRinging: settings.connectsWhileRinging ?? false },
    });
    this.#machine.calendar = world.calendar();
    this.#machine.remember(kept.calls, world.now(), kept.isCarillon);
    this.#iceServers = [...settings.iceServers ?? []];
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...settings.audio };
    const devices = globalThis.navigator?.mediaDevices;
    this.#microphone = new Capture(devices, "microphone", audio);
    this.#camera = new Capture(devices, "camera", { ...settings.video });
    this.#store = new Store(this.#viewer.snapshot(this.#machine, this.#abilities));
  }

  subscribe = (/** @type {() => void} */ listener) => this.#store.subscribe(listener);
  getSnapshot = () => this.#store.getSnapshot();

  get session() { return this.#machine.session.id; }

  connect() { return this.#ask((operation, now) => this.#machine.connect(operation, now)); }

  async disconnect() {
    this.#do((now) => this.#machine.disconnect(now));
    this.#memory.forget();
  }

  /** The page is left. Its calls stay with the exchange for the next page. */
  close() {
    if (this.#isClosed) return;
    this.#remember();
    this.#isClosed = true;
    this.#do((now) => this.#machine.leave(now));
    for (const media of this.#media.values()) media.carryOut({ kind: "close" });
    this.#stopTimer();
  }

  /** @param {string} destination @param {import("../types/index.js").DialOptions} options */
  async dial(destination, options = {}) {
    const wanted = destination.trim();
    if (!wanted || wanted.length > 256) throw new RangeError("a destination has 1 to 256 characters");
    const replaces = options.replaces ?? null;
    if (replaces !== null && !this.#machine.options.isCarillon) {
      throw new Error("only an exchange of ours gives a call from one device to another");
    }
    const id = this.#world.makeName();
    const setup = {
      id, direction: /** @type {const} */ ("outbound"), destination: wanted, callerName: options.callerName ?? null,
      callerNumber: options.callerNumber ?? null, clientState: options.clientState ?? null,
      headers: (options.headers ?? []).map(({ name, value }) => ({ name, value })), replaces,
      video: options.video === true,
    };
    const about = { peerName: options.name ?? null, startedAt: this.#world.calendar() };
    await this.#ask((operation, now) => this.#machine.dial(operation, setup, about, now));
    return id;
  }

  /** @param {string} call @param {import("../types/index.js").AnswerOptions} options */
  answer(call, options = {}) { return this.#operate(call, { kind: "answer", video: options.video === true }); }
  /** @param {string} call */
  decline(call) { return this.#operate(call, { kind: "decline" }); }
  /** @param {string} call */
  hangUp(call) { return this.#operate(call, { kind: "hangUp" }); }
  /** @param {string} call @param {boolean} isMuted */
  setMuted(call, isMuted) { return this.#operate(call, { kind: "mute", isMuted }); }
  /** @param {string} call @param {boolean} isOn */
  setVideo(call, isOn) { return this.#operate(call, { kind: "video", isOn }); }
  /** @param {string} call @param {boolean} isHeld */
  setHeld(call, isHeld) { return this.#operate(call, { kind: isHeld ? "hold" : "resume" }); }
  /** @param {string} call @param {string} digits */
  sendDigits(call, digits) { return this.#operate(call, { kind: "digits", digits }); }
  /** @param {string} call @param {string} destination */
  transfer(call, destination) { return this.#operate(call, { kind: "transfer", destination: destination.trim() }); }
  /** @param {string} call */
  restartMedia(call) { return this.#operate(call, { kind: "restart" }); }

  /** @param {string} id @param {Record<string, any>} params */
  async converse(id, params) {
    // The assistant answers by a message of its own: no reply is waited for.
    const isInCall = this.getSnapshot().calls.some(({ phase }) => phase === "active");
    if (!isInCall || this.#socket?.readyState !== 1) throw new Error("there is no call with an assistant");
    this.#socket.send(request(id, "ai_conversation", params));
  }
  /** @param {(params: Record<string, any>) => void} listener */
  onConversation(listener) {
    const own = (/** @type {Record<string, any>} */ params) => listener(params);
    this.#conversing.add(own);
    return () => void this.#conversing.delete(own);
  }

  networkChanged() { this.#do((now) => this.#machine.networkChanged(now)); }

  /** @param {import("../types/index.js").Credentials} credentials */
  setCredentials(credentials) { this.#do((now) => this.#machine.prove(credentials, now)); }

  /** @param {string} deviceId */
  setMicrophone(deviceId) { return this.#microphone.choose(deviceId); }

  /** @param {string} deviceId */
  setCamera(deviceId) { return this.#camera.choose(deviceId); }

  /** @param {string} id */
  async setSpeaker(id) {
    this.#speaker = id;
    await Promise.all([...this.#media.values()].map((media) => media.setSpeaker(id)));
  }

  /** @param {string} call */
  remoteStream(call) { return this.#media.get(call)?.remoteStream ?? null; }
  localStream() { return this.#microphone.stream; }
  /** @param {string} call */
  remoteVideo(call) { return this.#media.get(call)?.remoteVideo ?? null; }
  localVideo() { return this.#camera.stream; }

  get #abilities() {
    const { dialect, isCarillon } = this.#machine.options;
    return { hold: true, transfer: isCarillon || dialect.transfers, speakers: choosesSpeakers(), video: true };
  }

  /** @param {string} call @param {Operation} wanted @returns {Promise<void>} */
  #operate(call, wanted) {
    return this.#ask((operation, now) => this.#machine.operate(call, wanted, operation, now));
  }

  /** @param {(operation: number, now: number) => ClientEffect[]} event @returns {Promise<void>} */
  #ask(event) {
    this.#operations += 1;
    const operation = this.#operations;
    return new Promise((resolve, reject) => {
      this.#waiting.set(operation, { resolve, reject });
      this.#do((now) => event(operation, now));
    });
  }

  /** @param {(now: number) => ClientEffect[]} event */
  #do(event) {
    this.#machine.calendar = this.#world.calendar();
    const effects = event(this.#world.now());
    const told = effects.filter((effect) => effect.do !== "settle");
    for (const effect of told) this.#carryOut(effect);
    if (effects.some((effect) => effect.do === "changed")) this.#changed();
    for (const effect of effects) if (effect.do === "settle") this.#settle(effect.operation, effect.error);
    this.#restartTimer();
  }

  /** @param {ClientEffect} effect */
  #carryOut(effect) {
    switch (effect.do) {
      case "openSocket": return this.#openSocket(effect.socket);
      case "closeSocket": return this.#closeSocket();
      case "send":
        if (this.#socket?.readyState === 1) this.#socket.send(effect.text);
        return;
      case "media": return this.#order(effect.call, effect.order);
      case "iceServers":
        // The app's own servers stay in use beside those of the exchange.
        this.#iceServers = [...this.#settings.iceServers ?? [], ...effect.servers];
        if (effect.dropped > 0) console.warn(`${effect.dropped} ICE servers of the exchange cannot be used`);
        return;
      case "conversation": return [...this.#conversing].forEach((listener) => tell(listener, effect.params));
      case "needCredentials": return void this.#renewCredentials();
      default:
    }
  }

  /** @param {number} number */
  #openSocket(number) {
    this.#closeSocket();
    const socket = this.#world.openSocket(this.#settings.url);
    this.#socket = socket;
    socket.onopen = () => this.#do((now) => this.#machine.socketOpened(number, now));
    socket.onmessage = ({ data }) => this.#do((now) => this.#machine.received(number, data, now));
    socket.onclose = () => this.#do((now) => this.#machine.socketClosed(number, this.#world.chance(), now));
  }

  #closeSocket() {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {string} call @param {import("../calls/call.js").MediaOrder} order */
  #order(call, order) {
    if (order.kind === "open") {
      this.#media.set(call, this.#world.makeMedia({
        microphone: this.#microphone, camera: this.#camera, trickles: this.#machine.options.trickles,
        speaker: () => this.#speaker,
        configuration: () => ({
          iceServers: this.#iceServers, iceTransportPolicy: this.#settings.iceTransportPolicy ?? "all",
        }),
        report: (news) => this.#do((now) => this.#machine.media(call, news, now)),
      }));
    }
    this.#media.get(call)?.carryOut(order);
    if (order.kind === "close") this.#media.delete(call);
  }

  async #renewCredentials() {
    /** @type {import("../types/index.js").Credentials | undefined} */
    let credentials;
    /** @type {string | null} */
    let refusal = null;
    try {
      credentials = await this.#settings.renewCredentials?.();
    } catch (error) {
      // A signed-out person has no other token. After any other failure another attempt is worthwhile.
      const { isSignedOut, message } = /** @type {any} */ (error ?? {});
      if (isSignedOut === true) refusal = String(message);
    }
    if (credentials) this.setCredentials(credentials);
    else this.#do((now) => this.#machine.proofFailed(refusal, this.#world.chance(), now));
  }

  #changed() {
    if (!this.#isClosed) this.#remember();
    this.#store.set(this.#viewer.snapshot(this.#machine, this.#abilities));
  }

  #remember() {
    const isOver = this.#machine.connection.state === "offline" || this.#machine.connection.state === "over";
    const { isCarillon } = this.#machine.options;
    if (!isOver) this.#memory.write(this.session, isCarillon, keep(this.#machine.calls.values()));
  }

  /** @param {number} operation @param {string | null} error */
  #settle(operation, error) {
    const waiting = this.#waiting.get(operation);
    this.#waiting.delete(operation);
    if (error === null) waiting?.resolve();
    else waiting?.reject(new Error(error));
  }

  #restartTimer() {
    this.#stopTimer();
    const due = this.#machine.nextDeadline;
    if (this.#isClosed || !Number.isFinite(due)) return;
    const wait = Math.min(Math.max(due - this.#world.now(), 0), waitMax);
    this.#stopTimer = this.#world.startTimer(wait, () => this.#do((now) => this.#machine.tick(now)));
  }
}
