// The state of the screens and the requests of the person. It joins the phone, the exchange's API and its events, and
// holds everything that belongs to none of them.

import { createNews, createWebPhone } from "../index.js";
import { Store } from "../store/store.js";
import { answering, arrange } from "./focus.js";
import { noted, recentOf } from "./history.js";
import { JoinedPhone } from "./joined.js";

/** @typedef {import("../types/index.js").CallView} CallView */
/** @typedef {import("./history.js").Recent} Recent */
/**
 * @typedef {{ id: string, name: string | null, number: string | null, time: number, milliseconds: number | null,
 *   isHeard: boolean, sound: "ready" | "awaited" | "lost" }} Message
 */
/**
 * @typedef {{ session: string, id: string, device: string, who: string | null, since: number, state: string,
 *   canTake: boolean }}
 *   Elsewhere
 */
/**
 * @typedef {object} AppState
 * @property {string} user
 * @property {import("../types/index.js").PhoneSnapshot} phone
 * @property {readonly Recent[] | null} recents null: not known yet
 * @property {readonly Message[] | null} messages
 * @property {readonly Elsewhere[]} elsewhere calls that other devices of the person have
 * @property {string | null} listTrouble why the calls are not shown
 * @property {string | null} mailTrouble why the messages are not
 * @property {string | null} notice
 */

/** The stored facts about a person: when missed calls were seen last, and names of former calls. */
const keys = (/** @type {string} */ user) => ({ seen: `carillon.seen.${user}`, notes: `carillon.calls.${user}` });
/** The key under which a page stores the names of its session and calls for the next page. */
const storageKey = (/** @type {string} */ user) => `carillon.session.${user}`;
const messagesMax = 200;
const overMax = 64;

export class App {
  /** @type {Map<string, string>} */
  #devices = new Map();
  /** @type {readonly import("./history.js").Note[]} */
  #notes;
  #news;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noticeTimer;
  #own;
  /** @type {Promise<void> | null} */
  #reading = null;
  #isStale = false;
  #isStopped = false;
  #leave;

  /**
   * @param {import("../types/index.js").Exchange} exchange
   * @param {import("./config.js").Config} config
   * @param {() => void} signedOut
   */
  constructor(exchange, config, signedOut) {
    const { user, device } = /** @type {import("../types/index.js").SignedIn} */ (exchange.signedIn);
    this.exchange = exchange;
    this.#own = device.id;
    this.signedOut = signedOut;
    this.#notes = this.#readNotes(user);
    const home = createWebPhone({
      url: config.signaling, renewCredentials: async () => ({ token: await this.#token() }),
      storageKey: storageKey(user), connectsWhileRinging: config.connectsWhileRinging,
    });
    this.phone = new JoinedPhone(home, exchange, storageKey(user));
    /** @type {Store<AppState>} */
    this.store = new Store(/** @type {AppState} */ (Object.freeze({
      user, phone: this.phone.getSnapshot(), recents: null, messages: null, elsewhere: [], listTrouble: null,
      mailTrouble: null, notice: null,
    })));
    this.#news = config.news === null ? null : createNews({
      url: config.news, authorize: (channel, socket) => exchange.authorize(channel, socket),
      onEvent: ({ event, data }) => this.#heard(event, data),
    });
    this.#leave = this.phone.subscribe(() => this.#phoneChanged());
  }

  get state() { return this.store.getSnapshot(); }

  async start() {
    // The snapshot shows the result.
    this.phone.connect().catch(() => {});
    this.#news?.listen(`private-user.${channelName(this.state.user)}`, 0);
    this.#news?.listen(`private-device.${channelName(this.#own)}`, 0);
    this.#news?.connect();
    await this.refresh();
  }

  stop() {
    this.#isStopped = true;
    this.#leave();
    clearTimeout(this.#noticeTimer);
    this.#news?.close();
    this.phone.close();
  }

  /** Ends the session, and removes all data of the person from this computer. */
  async signOut() {
    await this.phone.disconnect();
    this.stop();
    for (const key of Object.values(keys(this.state.user))) remove(key);
    await this.exchange.signOut();
    this.signedOut();
  }

  /** @param {string} destination @param {string} [name] */
  dial(destination, name) {
    return this.#try(async () => {
      const { current } = arrange(this.state.phone.calls);
      if (answering(current) === "hold" && current) await this.phone.setHeld(current.id, true);
      await this.phone.dial(destination, name ? { name } : {});
    });
  }

  /**
   * Takes a call from another device of the person; a present one is put on hold.
   * @param {Elsewhere} call
   */
  take(call) {
    return this.#try(async () => {
      const { current } = arrange(this.state.phone.calls);
      if (current && answering(current) === "hold") await this.phone.setHeld(current.id, true);
      const name = call.who ?? `the call on ${call.device}`;
      await this.phone.dial(name, { name, replaces: call.session });
    });
  }

  /** @param {CallView} call @param {"hold" | "end"} [with_] what becomes of the present call */
  answer(call, with_ = "hold") {
    return this.#try(async () => {
      const { current } = arrange(this.state.phone.calls);
      const way = answering(current);
      if (current && way !== "plain") {
        if (way === "end" || with_ === "end") await this.phone.hangUp(current.id);
        else await this.phone.setHeld(current.id, true);
      }
      await this.phone.answer(call.id);
    });
  }

  /** @param {CallView} call */
  decline(call) { return this.#try(() => this.phone.decline(call.id)); }
  /** @param {CallView} call */
  hangUp(call) { return this.#try(() => this.phone.hangUp(call.id)); }
  /** @param {CallView} call */
  toggleMute(call) { return this.#try(() => this.phone.setMuted(call.id, !call.isMuted)); }
  /** @param {CallView} call @param {string} digits */
  sendDigits(call, digits) { return this.#try(() => this.phone.sendDigits(call.id, digits)); }
  /** @param {CallView} call @param {string} destination */
  transfer(call, destination) { return this.#try(() => this.phone.transfer(call.id, destination)); }

  /** @param {CallView} call */
  toggleHold(call) {
    return call.isHeld ? this.takeUp(call) : this.#try(() => this.phone.setHeld(call.id, true));
  }

  /**
   * Resumes a held call; the present one is put on hold.
   * @param {CallView} call
   */
  takeUp(call) {
    return this.#try(async () => {
      const { current } = arrange(this.state.phone.calls);
      if (current && current.id !== call.id && answering(current) === "hold") {
        await this.phone.setHeld(current.id, true);
      }
      await this.phone.setHeld(call.id, false);
    });
  }

  /**
   * Reads the lists of the exchange again. If changes are reported meanwhile, it reads them once more afterward.
   * @returns {Promise<void>}
   */
  refresh() {
    this.#isStale = this.#reading !== null;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
      if (this.#isStale && !this.#isStopped) void this.refresh();
    });
    return this.#reading;
  }

  async #read() {
    const [calls, voicemail] = await Promise.allSettled(
      [this.exchange.calls(), this.exchange.voicemail(), this.#readDevices()]);
    if (calls.status === "fulfilled") this.#rows = calls.value.calls;
    const listTrouble = this.#troubleOf(calls);
    const mailTrouble = this.#troubleOf(voicemail);
    const messages = voicemail.status === "fulfilled"
      ? voicemail.value.messages.slice(0, messagesMax).map(messageOf) : this.state.messages;
    this.#set({ recents: listTrouble ? this.state.recents : this.#recents(), messages, listTrouble, mailTrouble });
  }

  /** @param {PromiseSettledResult<unknown>} outcome */
  #troubleOf(outcome) {
    if (outcome.status === "fulfilled") return null;
    this.#failed(outcome.reason);
    return outcome.reason instanceof Error ? outcome.reason.message : "The list cannot be read.";
  }

  /** @param {Message} message */
  async heard(message) {
    if (message.isHeard) return;
    const messages = this.state.messages ?? [];
    this.#set({ messages: messages.map((other) => other.id === message.id ? { ...other, isHeard: true } : other) });
    await this.exchange.heard(message.id).catch((error) => this.#failed(error));
  }

  /** @param {Message} message */
  deleteMessage(message) {
    return this.#try(async () => {
      await this.exchange.deleteMessage(message.id);
      this.#set({ messages: (this.state.messages ?? []).filter(({ id }) => id !== message.id) });
    });
  }

  /**
   * The text is shown for a while, and read out.
   * @param {string} notice
   */
  notify(notice) {
    clearTimeout(this.#noticeTimer);
    this.#set({ notice });
    this.#noticeTimer = setTimeout(() => this.#set({ notice: null }), 8_000);
  }

  /** The time at which missed calls were last seen. */
  get seenAt() { return Number(read(keys(this.state.user).seen) ?? 0); }

  sawCalls() {
    write(keys(this.state.user).seen, String(Date.now()));
    this.#set({ recents: this.state.recents && [...this.state.recents] });
  }

  /** @type {readonly any[]} */
  #rows = [];
  /**
   * Calls that ended recently: an event of their devices may come after the end.
   * @type {readonly string[]}
   */
  #over = [];

  #recents() {
    const about = { user: this.state.user, devices: this.#devices, own: this.#own };
    return this.#rows.flatMap((row) => recentOf(row, this.#notes, about) ?? []);
  }

  async #readDevices() {
    // Without the list no call of another device is shown, and nothing else is lost.
    const { devices } = await this.exchange.devices().catch(() => ({ devices: [] }));
    this.#devices = new Map(devices.map(({ id, name }) => [id, name]));
  }

  /** @param {Partial<AppState>} change */
  #set(change) { this.store.set(Object.freeze({ ...this.state, ...change })); }

  #phoneChanged() {
    const phone = this.phone.getSnapshot();
    const before = this.state.phone;
    let notes = this.#notes;
    for (const call of [...phone.calls, ...phone.ended]) notes = noted(notes, call);
    if (notes !== this.#notes) {
      this.#notes = notes;
      write(keys(this.state.user).notes, JSON.stringify(notes));
    }
    this.#set({ phone });
    if (phone.ended !== before.ended && phone.ended.length > 0) void this.refresh();
  }

  /** @param {string} event @param {any} data */
  #heard(event, data) {
    if (event === "voicemail_left") return void this.refresh();
    if (event === "ring_changed") return this.phone.hear(data);
    if (event !== "call_state_changed" || typeof data?.call_session_id !== "string") return;
    const session = data.call_session_id;
    const others = this.state.elsewhere.filter((call) => call.session !== session);
    if (data.state === "ended" && data.device_id === null) {
      this.#over = [session, ...this.#over].slice(0, overMax);
      this.#set({ elsewhere: others });
      return void this.refresh();
    }
    if (data.state !== "active" && data.state !== "held" && data.state !== "ended") return;
    if (data.device_id === this.#own) {
      // The end of the ringing here does not show which device has the call.
      if (data.state !== "ended") this.#set({ elsewhere: others });
      return;
    }
    void this.#heardOfDevice(data, session);
  }

  /**
   * Devices of the other side are not shown. A device that signed in after the list was read is not in it yet.
   * @param {any} data
   * @param {string} session
   */
  async #heardOfDevice(data, session) {
    if (data.state !== "ended" && !this.#devices.has(data.device_id)) await this.#readDevices();
    const device = this.#devices.get(data.device_id);
    if (device === undefined || this.#over.includes(session)) return;
    const others = this.state.elsewhere.filter((call) => call.session !== session);
    const known = this.state.elsewhere.find((call) => call.session === session);
    if (data.state === "ended") return known?.id === data.device_id ? this.#set({ elsewhere: others }) : undefined;
    const note = this.#notes.find((one) => one.session === session);
    const since = known?.since ?? (Number(data.timestamp) || Date.now() / 1_000) * 1_000;
    const who = note?.name ?? note?.number ?? null;
    // A call to a number, or over a carrier, is its ring session's to move. Only its events have a direction.
    const canTake = data.direction === undefined;
    const call = { session, id: data.device_id, device, who, since, state: data.state, canTake };
    this.#set({ elsewhere: [...others, call] });
  }

  /** @returns {Promise<string>} */
  async #token() {
    try {
      return await this.exchange.token();
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (this.#isStopped) return;
    if (/** @type {any} */ (error)?.isSignedOut && this.exchange.signedIn === null) this.signedOut();
  }

  /** @param {() => Promise<void>} action */
  async #try(action) {
    try {
      await action();
    } catch (error) {
      this.notify(sentence(error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {string} user */
  #readNotes(user) {
    try {
      const notes = JSON.parse(read(keys(user).notes) ?? "[]");
      return Array.isArray(notes) ? notes.filter((note) => typeof note?.session === "string") : [];
    } catch {
      return [];
    }
  }
}

/** @param {any} message @returns {Message} */
const messageOf = (message) => ({
  id: String(message.id), name: message.caller_name || null, number: message.caller_number || null,
  time: Date.parse(message.left_at), milliseconds: message.milliseconds ?? null, isHeard: message.heard === true,
  sound: message.sound,
});

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/**
 * Characters that no channel's name may have are written as `=` and two hexadecimal digits a byte.
 * @param {string} user
 */
export function channelName(user) {
  return [...new TextEncoder().encode(user)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_\-@,.;]/.test(character) ? character : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The store is full or closed. Only this page then knows the names of former calls.
  }
}

/** @param {string} key */
function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // The store is closed, so it holds nothing.
  }
}
