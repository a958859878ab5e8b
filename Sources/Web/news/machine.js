// Events of the exchange over Pusher's protocol, with the additions of ours: versions, replay, exact presence.
// Events in, effects out. Source: the protocol's documentation (version 7), Documentation/Server.md.

import { doubled, spread } from "../verto/back-off.js";
import { frameLengthMax, integer, isObject, text } from "../verto/wire.js";

/** @typedef {import("../types/index.js").NewsEvent} NewsEvent */
/**
 * @typedef {object} Channel
 * @property {"waiting" | "asked" | "listening" | "refused"} state
 * @property {number} version the latest known one; after a cut the exchange sends later events again
 * @property {boolean} isKnown whether any version is
 * @property {boolean} isReplaying
 * @property {Map<string, any>} members
 */
/**
 * @typedef {{ do: "open", socket: number } | { do: "close" } | { do: "send", text: string }
 *   | { do: "authorize", channel: string, socketId: string } | { do: "told", event: NewsEvent } | { do: "changed" }
 * } NewsEffect
 */

const channelsMax = 100;
const membersMax = 10_000;
const timing = Object.freeze({ open: 10_000, activity: 120_000, pong: 10_000, first: 500, max: 16_000 });

export class NewsMachine {
  /** @type {"offline" | "connecting" | "connected" | "waiting"} */
  state = "offline";
  /** @type {Map<string, Channel>} */
  channels = new Map();
  /** @type {Map<string, number>} */
  #timers = new Map();
  #sockets = 0;
  #socketId = "";
  #attempts = 0;
  #activity = timing.activity;

  get nextDeadline() { return Math.min(...this.#timers.values()); }

  /** @param {number} now @returns {NewsEffect[]} */
  connect(now) { return this.state === "offline" ? this.#open(now) : []; }

  /** @returns {NewsEffect[]} */
  close() {
    this.#timers.clear();
    this.state = "offline";
    this.#forgetSubscriptions();
    return [{ do: "close" }, { do: "changed" }];
  }

  /** @param {string} name @param {number | undefined} since @returns {NewsEffect[]} */
  listen(name, since) {
    if (this.channels.has(name) || this.channels.size >= channelsMax) return [];
    this.channels.set(name, {
      state: "waiting", version: since ?? 0, isKnown: since !== undefined, isReplaying: false, members: new Map(),
    });
    return this.state === "connected" ? [...this.#subscribe(name), { do: "changed" }] : [{ do: "changed" }];
  }

  /** @param {string} name @returns {NewsEffect[]} */
  leave(name) {
    if (!this.channels.delete(name)) return [];
    /** @type {NewsEffect[]} */
    const effects = [{ do: "changed" }];
    if (this.state === "connected") effects.push(send("pusher:unsubscribe", { channel: name }));
    return effects;
  }

  /**
   * @param {string} name @param {string} socketId @param {{ auth: string, channel_data?: string } | null} proof
   * @returns {NewsEffect[]}
   */
  authorized(name, socketId, proof) {
    const channel = this.channels.get(name);
    if (!channel || socketId !== this.#socketId || this.state !== "connected") return [];
    if (proof !== null) return [this.#subscription(name, channel, proof)];
    channel.state = "refused";
    return [{ do: "changed" }];
  }

  /**
   * @param {number} socket @param {number} code @param {number} chance 0…1 @param {number} now
   * @returns {NewsEffect[]}
   */
  closed(socket, code, chance, now) {
    if (socket !== this.#sockets || this.state === "offline" || this.state === "waiting") return [];
    this.#forgetSubscriptions();
    this.#timers.clear();
    // 4000…4099: never connect again; 4200…4299: connect again at once.
    if (code >= 4000 && code < 4100) {
      this.state = "offline";
      return [{ do: "changed" }];
    }
    if (code >= 4200 && code < 4300 && this.#attempts === 0) {
      this.#attempts = 1;
      return this.#open(now);
    }
    this.#attempts += 1;
    this.state = "waiting";
    this.#timers.set("retry", now + spread(doubled(this.#attempts, timing.first, timing.max), chance));
    return [{ do: "changed" }];
  }

  /** @param {number} now @returns {NewsEffect[]} */
  tick(now) {
    /** @type {NewsEffect[]} */
    const effects = [];
    for (const [name, due] of [...this.#timers]) {
      if (due > now || !this.#timers.delete(name)) continue;
      if (name === "retry") effects.push(...this.#open(now));
      else if (name === "activity") {
        this.#timers.set("pong", now + timing.pong);
        effects.push(send("pusher:ping", {}));
      } else effects.push({ do: "close" }, ...this.closed(this.#sockets, 4_200, 0.5, now)); // It is dead.
    }
    return effects;
  }

  /** @param {number} socket @param {unknown} message @param {number} now @returns {NewsEffect[]} */
  received(socket, message, now) {
    if (socket !== this.#sockets || typeof message !== "string" || message.length > frameLengthMax) return [];
    const frame = parsed(message);
    if (!isObject(frame) || typeof frame.event !== "string") return [];
    this.#timers.delete("pong");
    this.#timers.set("activity", now + this.#activity);
    const data = typeof frame.data === "string" ? parsed(frame.data) ?? frame.data : frame.data;
    const name = text(frame.channel, 256);
    const channel = name === null ? undefined : this.channels.get(name);
    switch (frame.event) {
      case "pusher:connection_established": return this.#established(data, now);
      case "pusher:ping": return [send("pusher:pong", {})];
      case "pusher:pong": case "pusher:error": return [];
      case "pusher_internal:subscription_succeeded": return this.#succeeded(channel, data);
      case "pusher:subscription_error":
        if (channel) channel.state = "refused";
        return [{ do: "changed" }];
      case "pusher_internal:member_added": return this.#member(channel, data, true);
      case "pusher_internal:member_removed": return this.#member(channel, data, false);
      case "carillon:snapshot": return name !== null && channel ? this.#snapshot(name, channel, data) : [];
      default:
        if (name === null || !channel) return [];
        return this.#told(name, channel, frame.event, data, integer(frame.version));
    }
  }

  /** @param {number} now @returns {NewsEffect[]} */
  #open(now) {
    this.state = "connecting";
    this.#sockets += 1;
    this.#timers.set("pong", now + timing.open);
    return [{ do: "open", socket: this.#sockets }, { do: "changed" }];
  }

  /** @param {any} data @param {number} now @returns {NewsEffect[]} */
  #established(data, now) {
    this.#socketId = text(data?.socket_id, 128) ?? "";
    const seconds = integer(data?.activity_timeout);
    this.#activity = Math.min(seconds ? seconds * 1_000 : timing.activity, timing.activity);
    this.#timers.set("activity", now + this.#activity);
    this.#attempts = 0;
    this.state = "connected";
    return [...[...this.channels.keys()].flatMap((name) => this.#subscribe(name)), { do: "changed" }];
  }

  /** @param {string} name @returns {NewsEffect[]} */
  #subscribe(name) {
    const channel = /** @type {Channel} */ (this.channels.get(name));
    channel.state = "asked";
    const isPrivate = name.startsWith("private-") || name.startsWith("presence-");
    if (!isPrivate) return [this.#subscription(name, channel, {})];
    return [{ do: "authorize", channel: name, socketId: this.#socketId }];
  }

  /**
   * @param {string} name @param {Channel} channel @param {{ auth?: string, channel_data?: string }} proof
   * @returns {NewsEffect}
   */
  #subscription(name, channel, proof) {
    channel.isReplaying = channel.isKnown;
    const since = channel.isKnown ? { since: channel.version } : {};
    return send("pusher:subscribe", { channel: name, ...proof, ...since });
  }

  /** @param {Channel | undefined} channel @param {any} data @returns {NewsEffect[]} */
  #succeeded(channel, data) {
    if (!channel) return [];
    channel.state = "listening";
    channel.isReplaying = false;
    const version = integer(data?.version);
    if (version !== null) Object.assign(channel, { version: Math.max(version, channel.version), isKnown: true });
    const there = isObject(data?.presence?.hash) ? Object.entries(data.presence.hash) : [];
    channel.members = new Map(there.slice(0, membersMax));
    return [{ do: "changed" }];
  }

  /** @param {Channel | undefined} channel @param {any} data @param {boolean} isThere @returns {NewsEffect[]} */
  #member(channel, data, isThere) {
    const id = text(data?.user_id, 256);
    if (!channel || id === null) return [];
    channel.members = new Map(channel.members);
    if (!isThere) channel.members.delete(id);
    else if (channel.members.size < membersMax) channel.members.set(id, data.user_info ?? null);
    return [{ do: "changed" }];
  }

  /** The exchange no longer has all missed events, and sends the newest one of each key instead.
   * @param {string} name @param {Channel} channel @param {any} data @returns {NewsEffect[]} */
  #snapshot(name, channel, data) {
    const events = Array.isArray(data?.events) ? data.events.slice(0, channelsMax * 10) : [];
    const effects = events.filter((/** @type {any} */ event) => typeof event?.event === "string")
      .flatMap((/** @type {any} */ event) => {
        const inner = typeof event.data === "string" ? parsed(event.data) ?? event.data : event.data;
        return this.#told(name, channel, event.event, inner, integer(event.version));
      });
    const version = integer(data?.version);
    if (version !== null) channel.version = Math.max(channel.version, version);
    return [...effects, { do: "changed" }];
  }

  /**
   * @param {string} name @param {Channel} channel @param {string} event @param {any} data
   * @param {number | null} version
   * @returns {NewsEffect[]}
   */
  #told(name, channel, event, data, version) {
    if (version !== null) {
      // A known version was delivered before a cut.
      if (channel.isKnown && version <= channel.version) return [];
      Object.assign(channel, { version, isKnown: true });
    }
    return [
      { do: "changed" }, { do: "told", event: { channel: name, event, data, version, isReplay: channel.isReplaying } },
    ];
  }

  #forgetSubscriptions() {
    this.#socketId = "";
    for (const channel of this.channels.values()) {
      Object.assign(channel, { state: "waiting", isReplaying: false, members: new Map() });
    }
  }
}

/** @param {string} event @param {any} data @returns {NewsEffect} */
const send = (event, data) => ({ do: "send", text: JSON.stringify({ event, data }) });

/** @param {string} message */
function parsed(message) {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
