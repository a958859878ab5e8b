// A phone in a world of its own: a clock that stands until it is moved, sockets and media that do what a test says.

import { WebPhone } from "../../Sources/Web/client/web-phone.js";

/** A clock and its timers. */
export class Clock {
  time = 0;
  #timers = new Set();

  start(wait, due) {
    const timer = { at: this.time + wait, due };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves on, and lets everything that is due happen at its time, in order. */
  advance(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const next = [...this.#timers].sort((one, other) => one.at - other.at)[0];
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.time = next.at;
      next.due();
    }
    this.time = end;
  }
}

/** A store of texts that two pages can share, one after the other. */
export class Texts {
  #texts = new Map();
  getItem(key) { return this.#texts.get(key) ?? null; }
  setItem(key, text) { this.#texts.set(key, text); }
  removeItem(key) { this.#texts.delete(key); }
}

class FakeSocket {
  readyState = 0;
  sent = [];
  constructor(url) { this.url = url; }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.readyState = 3; }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  lose() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}

/** Media that carries nothing and reports what a test says. */
class FakeMedia {
  orders = [];
  remoteStream = null;
  remoteVideo = null;
  constructor(settings) { this.settings = settings; }
  carryOut(order) { this.orders.push(order); }
  async setSpeaker() {}
  report(news) { this.settings.report(news); }
  /** The orders of a kind, and none of them again. */
  take(kind) {
    const found = this.orders.filter((order) => order.kind === kind);
    this.orders = this.orders.filter((order) => order.kind !== kind);
    return found;
  }
  /** Answers the last order that wants a description. */
  describe(sdp = offer()) {
    const order = this.orders.findLast(({ kind, id }) => id && ["offer", "acceptOffer", "microphone"].includes(kind));
    this.report({ kind: "description", id: order.id, sdp });
  }
  accept() {
    this.report({ kind: "accepted", id: this.orders.findLast(({ kind }) => kind === "acceptAnswer").id });
  }
  connect() { this.report({ kind: "state", state: "connected" }); }
}

/** A description of a peer connection; another name is another one. */
export const offer = (name = "one", fingerprint = "AA") => [
  "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "m=audio 9 UDP/TLS/RTP/SAVPF 111 126", `a=ice-ufrag:${name}`,
  "a=ice-pwd:0123456789012345678901", `a=fingerprint:sha-256 ${fingerprint}`, "a=setup:actpass",
  "a=rtpmap:111 opus/48000/2", "a=rtpmap:126 telephone-event/8000", "",
].join("\r\n");

export class World {
  clock = new Clock();
  sockets = [];
  media = [];
  storage = new Texts();
  names = 0;
  answers = new Map();

  phone(settings = {}) {
    this.url = "wss://exchange.example/";
    return new WebPhone({
      url: this.url, credentials: { login: "bob", password: "secret-of-bob" }, storage: this.storage, ...settings,
    }, {
      openSocket: (url) => {
        this.sockets.push(new FakeSocket(url));
        return this.sockets.at(-1);
      },
      makeMedia: (settings) => {
        this.media.push(new FakeMedia(settings));
        return this.media.at(-1);
      },
      now: () => this.clock.time,
      calendar: () => 1_700_000_000_000 + this.clock.time,
      chance: () => 0.5,
      startTimer: (wait, due) => this.clock.start(wait, due),
      makeName: () => {
        this.names += 1;
        return `00000000-0000-4000-8000-${String(this.names).padStart(12, "0")}`;
      },
    });
  }

  get socket() { return this.sockets.at(-1); }
  get sent() { return this.socket.sent; }
  get calls() { return this.media.at(-1); }

  /** The latest request of that name the phone sent. */
  request(name) {
    return this.sent.findLast(({ method }) => method === name || method?.endsWith(`.${name}`));
  }

  /** The exchange answers the latest request of that name. */
  reply(name, result = {}) { this.receive({ id: this.request(name).id, result }); }
  refuse(name, error) { this.receive({ id: this.request(name).id, error }); }
  receive(frame) { this.socket.onmessage?.({ data: JSON.stringify({ jsonrpc: "2.0", ...frame }) }); }

  /** The exchange says something; what the phone answered under that id is in `sent`. */
  tell(name, params, prefix = "telnyx_rtc.") {
    this.id = (this.id ?? 900) + 1;
    this.receive({ id: this.id, method: prefix + name, params });
    return this.id;
  }

  answerTo(id) { return this.sent.findLast((frame) => frame.id === id && frame.method === undefined); }

  /** Lets seconds pass at an exchange that answers pings. */
  pass(seconds) {
    for (let second = 0; second < seconds; second += 1) {
      this.clock.advance(1_000);
      if (this.request("ping")) this.reply("ping");
    }
  }

  /** Logs a phone in, in Telnyx' dialect, at an exchange of ours. */
  logIn({ reattached = [], isCarillon = true } = {}) {
    this.socket.open();
    const { sessid } = this.request("login").params;
    this.reply("login", { message: "logged in", sessid, ...(isCarillon ? { ice_servers: [] } : {}) });
    this.tell("clientReady", { reattached_sessions: reattached });
    this.reply("gatewayState", { params: { state: "REGED" } });
  }

  /** A phone that is ready. */
  async ready(settings, more) {
    const phone = this.phone(settings);
    const connected = phone.connect();
    this.logIn(more);
    await connected;
    return phone;
  }

  /** A phone whose call was answered by alice, and has no media yet. */
  async answered(settings, more) {
    const phone = await this.ready(settings, more);
    const id = await phone.dial("alice");
    this.calls.describe(offer("mine"));
    this.reply("invite", { message: "CALL CREATED", callID: id });
    this.tell("ringing", { callID: id, telnyx_session_id: "session-1" });
    this.tell("answer", { callID: id, sdp: offer("hers", "BB") });
    this.calls.accept();
    return { phone, id };
  }

  /** A phone that talks to alice, whom it called. */
  async talking(settings, more) {
    const call = await this.answered(settings, more);
    this.calls.connect();
    return call;
  }
}

export const only = (phone) => phone.getSnapshot().calls[0];
