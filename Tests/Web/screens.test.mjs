import assert from "node:assert/strict";
import { test } from "node:test";
import { App, channelName } from "../../Sources/Web/phone/app.js";
import { configOf } from "../../Sources/Web/phone/config.js";
import { answering, arrange, changes } from "../../Sources/Web/phone/focus.js";
import { noted, recentOf } from "../../Sources/Web/phone/history.js";
import { listenToKeys } from "../../Sources/Web/phone/keys.js";
import { Sounds } from "../../Sources/Web/phone/sounds.js";
import * as words from "../../Sources/Web/phone/words.js";
import { makeEnding } from "../../Sources/Web/call-model/call-model.js";
import { ExchangeError } from "../../Sources/Web/index.js";
import { Texts } from "./harness.mjs";

const call = (more = {}) => ({
  id: "c1", session: "s1", direction: "inbound", phase: "active", name: "Anna", number: "+15550100", isMuted: false,
  isHeld: false, isHoldPending: false, isHeldByPeer: false, hasEarlyMedia: false, connectedAt: 0, ending: null,
  quality: null, trouble: null, answeredOn: null, ...more,
});

test("the call on the screen is the latest that is not on hold; one that rings is beside it", () => {
  const held = call({ id: "a", isHeld: true });
  const active = call({ id: "b" });
  const rings = call({ id: "c", phase: "incoming" });
  assert.deepEqual(arrange([active, held, rings]), { current: active, others: [held], incoming: [rings] });
  assert.equal(arrange([held]).current, held);
  assert.equal(arrange([]).current, null);
});

test("answering holds a call that stands, ends one that is being placed, and leaves a held one alone", () => {
  assert.equal(answering(null), "plain");
  assert.equal(answering(call()), "hold");
  assert.equal(answering(call({ phase: "reconnecting" })), "hold");
  assert.equal(answering(call({ phase: "ringing", direction: "outbound" })), "end");
  assert.equal(answering(call({ isHeld: true })), "plain");
});

test("a call that comes is told at once, and again when its caller is known, everything else politely", () => {
  const wording = { state: (one) => words.stateOf(one, 0), end: words.endOf, who: words.whoOf };
  const rings = call({ phase: "incoming" });
  assert.deepEqual(changes([], [rings], [], wording).urgent, ["Anna calls. Alt A answers, Alt D declines."]);
  const unknown = call({ phase: "incoming", name: null, number: null });
  assert.deepEqual(changes([unknown], [rings], [], wording).urgent, ["Anna calls. Alt A answers, Alt D declines."]);
  assert.deepEqual(changes([rings], [rings], [], wording).urgent, []);
  const muted = changes([call()], [call({ isMuted: true })], [], wording);
  assert.deepEqual(muted, { urgent: [], polite: ["Microphone off"] });
  const ended = call({ phase: "ended", ending: makeEnding("completed") });
  assert.deepEqual(changes([call()], [], [ended], wording).polite, ["Anna: Call ended"]);
});

test("the end of a call names its side", () => {
  const end = (reason, more = {}) =>
    words.endOf(call({ phase: "ended", ending: makeEnding(reason), connectedAt: null, ...more }));
  assert.equal(end("declined", { direction: "outbound" }), "Anna declined");
  assert.equal(end("declined"), "You declined");
  assert.equal(end("busy", { direction: "outbound" }), "Anna is in another call");
  assert.equal(end("cancelled"), "Missed");
  assert.equal(end("cancelled", { direction: "outbound" }), "Cancelled");
  assert.equal(end("answeredElsewhere", { answeredOn: "bob-iphone" }), "Answered on bob-iphone");
  assert.equal(end("answeredElsewhere", { connectedAt: 1 }), "Continued on another device");
  const transferred = makeEnding("completed", { causeCode: 800 });
  assert.equal(end("completed", { ending: transferred, connectedAt: 1 }), "Transferred");
  assert.equal(end("failed", { trouble: "This computer has no microphone." }), "This computer has no microphone.");
});

test("how far a call is, in a few words", () => {
  assert.equal(words.stateOf(call(), 137_000), "02:17");
  assert.equal(words.stateOf(call(), 3_737_000), "1:02:17");
  assert.equal(words.stateOf(call({ isHeld: true }), 0), "On hold");
  assert.equal(words.stateOf(call({ isHeldByPeer: true }), 0), "Anna put you on hold");
  assert.equal(words.stateOf(call({ phase: "reconnecting" }), 0), "Reconnecting …");
});

test("quality that is unknown is neither good nor bad", () => {
  assert.deepEqual(words.qualityOf(null), { word: "Quality", figure: "–", bars: 0 });
  assert.deepEqual(words.qualityOf({ level: "poor", mos: 3.2 }), { word: "Poor", figure: "3.20", bars: 2 });
  const figures = { mos: 4.41, jitter: 2, loss: 0, roundTrip: 31.44 };
  const quality = { ...figures, level: "excellent", route: "relay", codec: "opus" };
  assert.equal(words.qualityDetails(quality),
    "Score 4.41 of 5, jitter 2 ms, loss 0 %, there and back 31.4 ms, over a relay, opus.");
});

test("people without a name are called by their number, and without either so", () => {
  assert.equal(words.whoOf({ name: "", number: "1001" }), "1001");
  assert.equal(words.whoOf({ name: null, number: null }), "Unknown caller");
  assert.equal(words.initialOf("+15550100"), "#");
  assert.equal(words.initialOf("«émile»"), "É");
});

test("a day is a word while it is near", () => {
  const now = new Date(2026, 10, 26, 12).getTime();
  const days = (count) => words.dayOf(now - count * 86_400_000, now);
  assert.deepEqual([0, 1, 3, 12].map(days), ["Today", "Yesterday", "Monday", "November 14"]);
  assert.equal(days(400), "October 22, 2025");
});

const devices = new Map([["dev-page", "Chrome on Linux"], ["dev-phone", "bob-iphone"]]);
const about = { user: "bob", devices, own: "dev-page" };
const row = (more = {}) => ({
  call_session_id: "s1", state: "ended", created_at: "2026-11-26T10:00:00Z", rang_at: "2026-11-26T10:00:00Z",
  ended_at: "2026-11-26T10:00:30Z", legs: [{ leg_id: "l1", device: "other" }, { leg_id: "l2", device: "dev-page" }],
  ending: { reason: "cancelled" }, ...more,
});

test("a call that was not taken is missed, with how long it rang, and by the name the page saw", () => {
  const notes = noted([], call());
  const recent = recentOf(row(), notes, about);
  const { kind, who, number, detail } = recent;
  assert.deepEqual([kind, who, number, detail], ["missed", "Anna", "+15550100", "missed, rang for 30 s"]);
  assert.equal(recentOf(row({ ending: { reason: "declined" } }), notes, about).detail, "you declined");
});

test("a call taken on another device of the person says on which", () => {
  const answered = row({
    answered_at: "2026-11-26T10:00:10Z", winner: "l2",
    legs: [{ leg_id: "l1", device: "x" }, { leg_id: "l2", device: "dev-phone" }],
  });
  assert.equal(recentOf(answered, noted([], call()), about).detail, "answered on bob-iphone");
});

test("a call that this or another device of the person placed is one of theirs", () => {
  const legs = [{ leg_id: "l1", device: "dev-phone" }, { leg_id: "l2", device: "x" }];
  const placed = row({ legs, ending: { reason: "busy" } });
  const recent = recentOf(placed, [], about);
  assert.deepEqual([recent.kind, recent.detail, recent.number], ["outgoing", "in another call", null]);
  const named = { direction: "outbound", caller_name: "Bob A.", called_name: "Carol A.", called_number: "carol" };
  const known = recentOf(row({ ...named, legs: [] }), [], about);
  assert.deepEqual([known.kind, known.who, known.number], ["outgoing", "Carol A.", "carol"]);
  assert.equal(recentOf(row({ state: "active" }), [], about), null);
});

test("a page notes a call once, and no more than two hundred", () => {
  let notes = [];
  for (let index = 0; index < 250; index += 1) notes = noted(notes, call({ session: `s${index}` }));
  assert.equal(notes.length, 200);
  assert.equal(noted(notes, call({ session: "s249" })), notes);
  assert.equal(noted(notes, call({ session: null })), notes);
});

test("without a configuration the page's own server is the exchange", () => {
  assert.deepEqual(configOf(null, "https://phone.example"), {
    signaling: "wss://phone.example/", api: "", news: null, connectsWhileRinging: false,
  });
  const said = {
    signaling: "wss://x.example/", api: "https://x.example", broadcast_key: "key", connects_while_ringing: true,
  };
  assert.deepEqual(configOf(said, "https://phone.example"), {
    signaling: "wss://x.example/", api: "https://x.example", news: "wss://x.example/app/key", connectsWhileRinging: true,
  });
});

test("a user's channel is named as the exchange names it", () => {
  assert.equal(channelName("bob"), "bob");
  assert.equal(channelName("b ö="), "b=20=C3=B6=3D");
});

const settled = () => new Promise(setImmediate); // on purpose: promises of the doubles are settled by then

/** Puts doubles in the page's place until a test is over. */
function page(context, doubles) {
  Object.assign(globalThis, doubles);
  context.after(() => Object.keys(doubles).forEach((name) => delete globalThis[name]));
}

/** An app of the browser phone whose exchange answers as a test says, and the sockets it opened. */
function app(context, answers = {}) {
  const sockets = [];
  const asked = [];
  const localStorage = new Texts();
  class Socket {
    constructor(url) {
      this.url = String(url);
      sockets.push(this);
    }
    send() {}
    close() {}
  }
  page(context, { localStorage, WebSocket: Socket });
  const answer = (name, value) => async () => {
    asked.push(name);
    return answers[name] ? answers[name]() : value;
  };
  const exchange = {
    signedIn: { user: "bob", device: { id: "own", name: "Browser" } }, token: answer("token", "access"),
    calls: answer("calls", { calls: [] }), voicemail: answer("voicemail", { messages: [], unheard: 0 }),
    devices: answer("devices", { devices: [] }), carrierLines: answer("lines", { lines: [], missing: [] }), authorize: answer("authorize", { auth: "" }),
    signOut: async () => { exchange.signedIn = null; },
  };
  const ends = [];
  const config = { signaling: "wss://x.example/", api: "", news: "wss://x.example/app/key" };
  const made = new App(exchange, config, () => ends.push("signed out"));
  context.after(() => made.stop());
  const hear = (frame) => sockets.find(({ url }) => url.includes("/app/")).onmessage({ data: JSON.stringify(frame) });
  return { made, asked, hear, localStorage, ends, exchange };
}

test("the lists are read at most once more, however many events are told again", async (context) => {
  const { made, asked, hear } = app(context);
  await made.start();
  hear({ event: "pusher:connection_established", data: { socket_id: "1.1" } });
  await settled();
  asked.length = 0;
  for (let version = 1; version <= 50; version += 1) {
    hear({ event: "voicemail_left", channel: "private-user.bob", data: {}, version });
  }
  await settled();
  await settled();
  assert.deepEqual(asked.filter((name) => name === "calls"), ["calls", "calls"]);
});

test("messages that cannot be read are not said to be none, and the calls are shown all the same", async (context) => {
  const lost = new ExchangeError(0, "The exchange cannot be reached. Check the network and try again.");
  let isLost = true;
  const { made } = app(context, {
    voicemail: () => { if (isLost) throw lost; return { messages: [], unheard: 0 }; },
  });
  await made.refresh();
  assert.equal(made.state.messages, null);
  assert.equal(made.state.mailTrouble, lost.message);
  assert.deepEqual([made.state.recents, made.state.listTrouble], [[], null]);
  isLost = false;
  await made.refresh();
  assert.deepEqual([made.state.messages, made.state.mailTrouble], [[], null]);
});

test("who signs out leaves neither names of former calls nor when they were looked at", async (context) => {
  const { made, localStorage, ends } = app(context);
  localStorage.setItem("carillon.calls.bob", "[]");
  localStorage.setItem("carillon.theme", "dark");
  made.sawCalls();
  await made.start();
  await made.signOut();
  await settled();
  assert.equal(localStorage.getItem("carillon.calls.bob"), null);
  assert.equal(localStorage.getItem("carillon.seen.bob"), null);
  assert.equal(localStorage.getItem("carillon.theme"), "dark");
  assert.deepEqual(ends, ["signed out"]);
});

test("a message that cannot be heard says why, once, and what to do", () => {
  const named = (name) => Object.assign(new Error("words of the browser"), { name });
  assert.equal(words.troubleOfSound(named("AbortError")), "");
  assert.match(words.troubleOfSound(named("NotSupportedError")), /^This browser cannot play/);
  assert.equal(words.troubleOfSound(new ExchangeError(404, "There is no such message.")), "There is no such message.");
  assert.equal(words.troubleOfSound(named("NotAllowedError")), "The sound cannot be played. Press play to try again.");
});

test("a plus begins a number on the keypad, and is no digit of a call", (context) => {
  let press;
  page(context, {
    addEventListener: (_event, listener) => { press = listener; }, removeEventListener: () => {},
    document: { querySelector: () => null },
  });
  const typed = [];
  let isDialing = false;
  listenToKeys({ state: { phone: { calls: [call()] } } }, {
    keypad: { type: (key) => typed.push(`keypad ${key}`) }, talk: { press: (key) => typed.push(`call ${key}`) },
    close: () => {}, isDialing: () => isDialing,
  });
  const type = (key) => press({ key, target: { tagName: "BODY" }, preventDefault: () => {} });
  ["1", "+", "#"].forEach(type);
  isDialing = true;
  type("+");
  assert.deepEqual(typed, ["call 1", "call #", "keypad +"]);
});

test("a ring that the browser holds back sounds as soon as it may, once", async (context) => {
  const listeners = {};
  const sounded = [];
  let allow;
  class Node {
    gain = { setTargetAtTime: () => {} };
    connect(to) { return to; }
    disconnect() {}
    start() { sounded.push(this); }
    stop() {}
  }
  page(context, {
    addEventListener: (event, listener) => { listeners[event] = listener; }, GainNode: Node, OscillatorNode: Node,
    AudioContext: class {
      state = "suspended";
      resume() { return new Promise((resolve) => { allow = resolve; }); }
    },
  });
  const sounds = new Sounds();
  context.after(() => sounds.play(null));
  sounds.play("ring");
  assert.equal(sounded.length, 0);
  listeners.pointerdown();
  allow();
  await settled();
  const first = sounded.length;
  assert.ok(first > 0);
  listeners.keydown();
  allow();
  await settled();
  assert.equal(sounded.length, first);
});
