// Media connects while the call rings, and nothing is heard before the answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { offer, only, World } from "./harness.mjs";

const permitted = { connectsWhileRinging: true };
const sounds = (world) => world.calls.take("sound").map(({ sends, hears }) => [sends, hears]);
const kinds = (world) => world.calls.orders.map(({ kind }) => kind);

const invite = (world, more = {}) => world.tell("invite", {
  callID: "call-1", sdp: offer("hers", "BB"), caller_id_name: "Alice A.", earlyDescription: true, ...more,
});

/** A called page that rings, has sent its description, and is connected. */
async function called(settings = permitted) {
  const world = new World();
  const phone = await world.ready(settings);
  invite(world);
  world.calls.describe(offer("mine"));
  world.calls.connect();
  return { world, phone };
}

/** A caller who hears that it rings. */
async function calling(settings = permitted) {
  const world = new World();
  const phone = await world.ready(settings);
  const id = await phone.dial("alice");
  world.calls.describe(offer("mine"));
  world.tell("ringing", { callID: id });
  const describe = (name, print) =>
    world.tell("media", { callID: id, sdp: offer(name, print), earlyDescription: true });
  return { world, phone, id, describe };
}

/** A caller whose media is connected with a page that rings. */
async function connected() {
  const call = await calling();
  call.describe("hers", "BB");
  call.world.calls.accept();
  call.world.calls.connect();
  return call;
}

test("an app that permits it says so at login, and no other", async () => {
  for (const [settings, said] of [[permitted, "true"], [{}, undefined]]) {
    const world = new World();
    await world.ready(settings);
    assert.equal(world.request("login").params.userVariables.carillon_early_descriptions, said);
  }
});

test("a page that rings describes itself without a microphone, unheard, and goes on ringing", async () => {
  const world = new World();
  const phone = await world.ready(permitted);
  invite(world);
  assert.deepEqual(world.calls.take("open"), [{ kind: "open", isSilent: true }]);
  assert.deepEqual(sounds(world), [[false, false]]);
  world.calls.describe(offer("mine"));
  const { params } = world.request("media");
  assert.deepEqual([params.sdp, params.trickle, params.dialogParams.callID], [offer("mine"), true, "call-1"]);
  assert.equal(only(phone).phase, "incoming");
  assert.equal(world.request("answer"), undefined);
});

test("its candidates follow its description, and do not overtake it", async () => {
  const world = new World();
  await world.ready(permitted);
  invite(world);
  const found = { candidate: "candidate:1 1 udp 1 127.0.0.1 9 typ host", sdpMid: "0", sdpMLineIndex: 0 };
  world.calls.report({ kind: "candidate", candidate: found });
  assert.equal(world.request("candidate"), undefined);
  world.calls.describe(offer("mine"));
  const names = world.sent.map(({ method }) => method?.split(".")[1]);
  assert.ok(names.indexOf("media") >= 0 && names.indexOf("media") < names.indexOf("candidate"));
  world.tell("candidate", { callID: "call-1", ...found });
  assert.equal(world.calls.take("candidate").length, 1);
});

test("at the answer the microphone opens, the ANSWER repeats the description, and the call stands at once", async () => {
  const { world, phone } = await called();
  world.calls.orders = [];
  const answered = phone.answer("call-1");
  assert.deepEqual([kinds(world).sort(), only(phone).phase], [["microphone", "sound"], "connecting"]);
  assert.equal(world.request("answer"), undefined);
  world.calls.describe(offer("mine"));
  assert.equal(world.request("answer").params.sdp, offer("mine"));
  assert.equal(only(phone).phase, "active");
  await answered;
  assert.deepEqual(sounds(world), [[true, true]]);
});

test("without a microphone nothing is answered, and the call ends", async () => {
  const { world, phone } = await called();
  const answered = phone.answer("call-1");
  world.calls.report({ kind: "unavailable", why: "no microphone" });
  assert.equal(world.request("answer"), undefined);
  world.reply("bye", {});
  await assert.rejects(answered);
});

test("a person who answers before the description is made answers with it", async () => {
  const world = new World();
  const phone = await world.ready(permitted);
  invite(world);
  const made = world.calls.orders.at(-1).id;
  const answered = phone.answer("call-1");
  world.calls.report({ kind: "description", id: made, sdp: offer("mine") });
  assert.equal(world.request("answer"), undefined);
  world.calls.describe(offer("mine"));
  assert.equal(world.request("answer").params.sdp, offer("mine"));
  assert.equal(world.request("media"), undefined);
  world.calls.connect();
  await answered;
  assert.equal(only(phone).phase, "active");
});

for (const [isAsked, settings] of [[true, {}], [false, permitted]]) {
  test(`nothing is prepared where ${isAsked ? "the app permits nothing" : "the exchange asks for nothing"}`, async () => {
    const world = new World();
    const phone = await world.ready(settings);
    invite(world, isAsked ? {} : { earlyDescription: undefined });
    assert.equal(world.media.length, 0);
    const answered = phone.answer("call-1");
    assert.deepEqual(world.calls.take("open"), [{ kind: "open", isSilent: false }]);
    world.calls.describe(offer("mine"));
    world.calls.connect();
    await answered;
    assert.deepEqual([...world.calls.take("microphone"), ...sounds(world)], []);
  });
}

test("a page that is rung on another socket sends its description again", async () => {
  const { world } = await called();
  world.socket.lose();
  world.clock.advance(1_000);
  world.logIn({ reattached: ["call-1"] });
  invite(world);
  assert.equal(world.request("media").params.sdp, offer("mine"));
  assert.equal(world.media.length, 1);
});

test("a description that cannot be made is tried again at the answer", async () => {
  const world = new World();
  const phone = await world.ready(permitted);
  invite(world);
  const { id } = world.calls.orders.at(-1);
  world.calls.report({ kind: "failed", id, isIncompatible: false });
  assert.equal(only(phone).phase, "incoming");
  world.calls.orders = [];
  const answered = phone.answer("call-1");
  assert.deepEqual(kinds(world).sort(), ["acceptOffer", "microphone", "sound"]);
  assert.equal(only(phone).phase, "connecting");
  world.calls.describe(offer("mine"));
  world.calls.connect();
  await answered;
  assert.equal(only(phone).phase, "active");
});

test("a description that fails after the person answered is made again, and nothing else is answered with", async () => {
  const world = new World();
  const phone = await world.ready(permitted);
  invite(world);
  const [before] = world.calls.take("acceptOffer");
  const answered = phone.answer("call-1");
  const [microphone] = world.calls.take("microphone");
  // The peer connection has no description when the microphone is open.
  assert.equal(microphone.id, null);
  world.calls.report({ kind: "failed", id: before.id, isIncompatible: false });
  assert.equal(only(phone).phase, "connecting");
  assert.equal(world.request("answer"), undefined);
  world.calls.describe(offer("mine"));
  assert.equal(world.request("answer").params.sdp, offer("mine"));
  world.calls.connect();
  await answered;
  assert.equal(only(phone).phase, "active");
});

test("media that failed while it rang ends nothing, and the answer is by another peer connection", async () => {
  const { world, phone } = await called();
  world.calls.report({ kind: "state", state: "failed" });
  assert.equal(only(phone).phase, "incoming");
  world.calls.orders = [];
  const answered = phone.answer("call-1");
  assert.equal(world.request("answer"), undefined);
  assert.equal(world.calls.orders.find(({ kind }) => kind === "acceptOffer").fresh, true);
  world.calls.report({ kind: "state", state: "new" });
  world.calls.describe(offer("mine-anew", "CC"));
  assert.equal(world.request("answer").params.sdp, offer("mine-anew", "CC"));
  world.calls.connect();
  await answered;
  assert.equal(only(phone).phase, "active");
});

test("a page that declines closes its media unheard", async () => {
  const { world, phone } = await called();
  world.calls.orders = [];
  void phone.decline("call-1");
  assert.deepEqual(kinds(world), ["close"]);
});

test("an exchange that refuses the description changes nothing", async () => {
  const { world, phone } = await called();
  world.refuse("media", { code: -32002, message: "CALL DOES NOT EXIST" });
  assert.equal(only(phone).phase, "incoming");
});

test("a way that was lost while it rang is restarted as soon as the call stands", async () => {
  const { world, phone } = await called();
  world.calls.report({ kind: "state", state: "interrupted" });
  const answered = phone.answer("call-1");
  world.calls.describe(offer("mine"));
  await answered;
  assert.deepEqual(world.calls.take("offer").map(({ restarts }) => restarts), [true]);
});

test("a mute that was set before the answer holds after it", async () => {
  const { world, phone } = await called();
  await phone.setMuted("call-1", true);
  world.calls.orders = [];
  void phone.answer("call-1");
  assert.deepEqual(sounds(world), [[false, true]]);
});

test("a caller takes the description of a page that rings, stays silent, and hears nothing", async () => {
  const { world, phone, describe } = await calling();
  world.calls.orders = [];
  describe("hers", "BB");
  assert.deepEqual(sounds(world), [[false, false]]);
  const [order] = world.calls.take("acceptAnswer");
  assert.deepEqual([order.sdp, order.isProvisional], [offer("hers", "BB"), true]);
  assert.deepEqual([only(phone).phase, only(phone).hasEarlyMedia], ["ringing", false]);
});

test("at the answer of that page the call stands without waiting for media", async () => {
  const { world, phone, id } = await connected();
  assert.equal(only(phone).phase, "ringing");
  world.calls.orders = [];
  world.tell("answer", { callID: id, sdp: offer("hers", "BB") });
  assert.equal(only(phone).phase, "active");
  assert.deepEqual(sounds(world), []);
  world.calls.accept();
  assert.deepEqual(sounds(world), [[true, true]]);
});

test("at the answer of another page the caller is heard by that one only, once media is connected", async () => {
  const { world, phone, id } = await connected();
  world.calls.orders = [];
  world.tell("answer", { callID: id, sdp: offer("his", "CC") });
  assert.deepEqual([only(phone).phase, only(phone).media], ["connecting", "connecting"]);
  assert.deepEqual(sounds(world), []);
  world.calls.accept();
  assert.deepEqual(sounds(world), [[true, true]]);
  assert.equal(only(phone).phase, "connecting");
  world.calls.connect();
  assert.equal(only(phone).phase, "active");
});

test("a caller connects anew with the next page that rings, still unheard", async () => {
  const { world, phone, id, describe } = await connected();
  describe("his", "CC");
  assert.equal(only(phone).media, "connecting");
  world.calls.accept();
  world.calls.connect();
  assert.equal(only(phone).phase, "ringing");
  world.tell("answer", { callID: id, sdp: offer("his", "CC") });
  assert.equal(only(phone).phase, "active");
});

test("media that fails with a page that rings does not end the call of a caller, unless that page answers", async () => {
  for (const [name, print, phase] of [["hers", "BB", undefined], ["his", "CC", "connecting"]]) {
    const { world, phone, id } = await connected();
    world.calls.report({ kind: "state", state: "failed" });
    assert.equal(only(phone).phase, "ringing");
    world.tell("answer", { callID: id, sdp: offer(name, print) });
    const [call] = phone.getSnapshot().calls;
    assert.ok(phase === undefined ? call === undefined || call.phase === "ending" : call.phase === phase);
  }
});

test("a caller that does not permit it leaves an early description alone", async () => {
  const { world, phone, id, describe } = await calling({});
  world.calls.orders = [];
  describe("hers", "BB");
  assert.deepEqual(world.calls.orders, []);
  assert.equal(only(phone).phase, "ringing");
  world.tell("answer", { callID: id, sdp: offer("hers", "BB") });
  assert.equal(world.calls.take("acceptAnswer")[0].isProvisional, false);
});
