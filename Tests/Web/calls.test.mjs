import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { timerLimits } from "../../Sources/Web/calls/call.js";
import { offer, only, World } from "./harness.mjs";

const invite = (world, callID = "call-1", more = {}) => world.tell("invite", {
  callID, sdp: offer("hers", "BB"), caller_id_name: "Alice A.", caller_id_number: "1001", callee_id_number: "bob",
  telnyx_session_id: "session-9", ...more,
});

test("a call that is placed goes from dialing to talking, and ends with what the other side says", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("alice", { headers: [{ name: "X-Ticket", value: "7" }] });
  assert.equal(only(phone).phase, "dialing");
  assert.deepEqual(world.calls.take("open").length, 1);
  world.calls.describe(offer("mine"));
  const { params } = world.request("invite");
  assert.equal(params.dialogParams.destination_number, "alice");
  assert.deepEqual(params.dialogParams.custom_headers, [{ name: "X-Ticket", value: "7" }]);
  assert.equal(params.trickle, true);
  world.reply("invite", { message: "CALL CREATED", callID: id });
  world.tell("ringing", { callID: id, telnyx_session_id: "session-1" });
  assert.equal(only(phone).phase, "ringing");
  assert.equal(only(phone).session, "session-1");
  world.tell("answer", { callID: id, sdp: offer("hers", "BB") });
  assert.equal(only(phone).phase, "connecting");
  world.calls.accept();
  world.clock.advance(300);
  world.calls.connect();
  assert.equal(only(phone).phase, "active");
  assert.equal(only(phone).connectedAt, 1_700_000_000_300);
  world.tell("bye", { callID: id, cause: "NORMAL_CLEARING", causeCode: 16 });
  assert.equal(phone.getSnapshot().calls.length, 0);
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "completed");
  assert.equal(world.calls.take("close").length, 1);
});

test("a call that comes rings with the caller's name, and stands once sound can flow", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world);
  assert.equal(only(phone).phase, "incoming");
  assert.equal(only(phone).name, "Alice A.");
  assert.equal(world.media.length, 0);
  const answered = phone.answer("call-1");
  assert.equal(only(phone).phase, "connecting");
  world.calls.describe(offer("mine"));
  assert.equal(world.request("answer").params.dialogParams.callID, "call-1");
  assert.equal(only(phone).phase, "connecting");
  world.calls.connect();
  await answered;
  assert.equal(only(phone).phase, "active");
});

test("a call that a carrier brings keeps the exchange's name of it, whatever the carrier calls it", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world, "call-1", { dialogParams: { custom_headers: [{ name: "X-Session-Id", value: "session-of-ours" }] } });
  assert.equal(only(phone).session, "session-of-ours");
  const answered = phone.answer("call-1");
  world.calls.describe(offer("mine"));
  world.tell("answer", { callID: "call-1", telnyx_session_id: "session-10" });
  world.calls.connect();
  await answered;
  assert.equal(only(phone).session, "session-of-ours");
});

test("who declines says so with its cause", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world);
  const declined = phone.decline("call-1");
  const { params } = world.request("bye");
  assert.deepEqual([params.cause, params.causeCode, params.sipCode], ["CALL_REJECTED", 21, 603]);
  world.reply("bye", { callID: "call-1" });
  await declined;
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "declined");
});

test("a call that comes without a description is refused as incompatible, and is none", async () => {
  for (const sdp of [undefined, "", 7, "x".repeat(200_001)]) {
    const world = new World();
    const phone = await world.ready();
    invite(world, "call-1", { sdp });
    const { params } = world.request("bye");
    assert.deepEqual([params.cause, params.causeCode], ["INCOMPATIBLE_DESTINATION", 88]);
    assert.equal(params.dialogParams.callID, "call-1");
    assert.deepEqual([phone.getSnapshot().calls.length, phone.getSnapshot().ended.length], [0, 0]);
  }
});

test("a call beyond as many as there may be is told that the line is busy", async () => {
  const world = new World();
  const phone = await world.ready({ callsMax: 1 });
  invite(world, "call-1");
  invite(world, "call-2");
  assert.equal(phone.getSnapshot().calls.length, 1);
  assert.equal(world.request("bye").params.causeCode, 17);
  assert.equal(world.request("bye").params.dialogParams.callID, "call-2");
});

for (const [cause, sip, reason] of [
  [17, 486, "busy"], [21, 603, "declined"], [19, 480, "noAnswer"], [1, 404, "unreachable"], [806, 480, "unreachable"],
  [88, 488, "incompatible"], [41, 503, "failed"], [16, undefined, "declined"], [31, 486, "busy"],
]) {
  test(`the caller reads cause ${cause}${sip ? `, SIP ${sip}` : ""} of a ringing call as ${reason}`, async () => {
    const world = new World();
    const phone = await world.ready();
    const id = await phone.dial("alice");
    world.calls.describe();
    world.tell("ringing", { callID: id });
    world.tell("bye", { callID: id, causeCode: cause, sipCode: sip });
    assert.equal(phone.getSnapshot().ended[0].ending.reason, reason);
  });
}

for (const [cause, reason] of [
  [487, "cancelled"], [805, "answeredElsewhere"], [702, "answeredElsewhere"], [21, "declinedElsewhere"],
]) {
  test(`a ringing device reads cause ${cause} as ${reason}`, async () => {
    const world = new World();
    const phone = await world.ready();
    invite(world);
    world.tell("bye", { callID: "call-1", causeCode: cause });
    assert.equal(phone.getSnapshot().ended[0].ending.reason, reason);
  });
}

test("an INVITE that is refused ends the call for the reason the exchange gives", async () => {
  const world = new World();
  const phone = await world.ready();
  await phone.dial("alice");
  world.calls.describe();
  world.refuse("invite", { code: -32002, message: "CALL ERROR", causeCode: 1, cause: "UNALLOCATED_NUMBER" });
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "unreachable");
});

test("a call that is hung up before its INVITE left is known to no other, and ends at once", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("alice");
  await phone.hangUp(id);
  assert.equal(world.request("bye"), undefined);
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "cancelled");
});

test("without a microphone the call ends and says what to do", async () => {
  const world = new World();
  const phone = await world.ready();
  await phone.dial("alice");
  world.calls.report({ kind: "unavailable", why: "This computer has no microphone. Connect one, then try again." });
  const [ended] = phone.getSnapshot().ended;
  assert.equal(ended.ending.reason, "failed");
  assert.match(ended.trouble, /Connect one/);
});

test("candidates follow the description they belong to, and early ones of the peer are kept", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world);
  const early = "candidate:1 1 udp 1 192.0.2.1 9 typ host";
  world.tell("candidate", { callID: "call-1", candidate: early, sdpMid: "0", sdpMLineIndex: 0 });
  const answered = phone.answer("call-1");
  assert.equal(world.calls.take("candidate").length, 1);
  const candidate = { candidate: "candidate:2 1 udp 1 192.0.2.2 9 typ host", sdpMid: "0", sdpMLineIndex: 0 };
  world.calls.report({ kind: "candidate", candidate });
  assert.equal(world.request("candidate"), undefined);
  world.calls.describe();
  const order = world.sent.map(({ method }) => method).filter((method) => /answer|candidate/.test(method ?? ""));
  assert.deepEqual(order, ["telnyx_rtc.answer", "telnyx_rtc.candidate"]);
  world.calls.report({ kind: "gathered" });
  assert.ok(world.request("endOfCandidates"));
  world.calls.connect();
  await answered;
});

test("hold counts when the exchange has confirmed it, and nothing is sent or heard from the wish on", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const held = phone.setHeld(id, true);
  assert.equal(only(phone).isHeld, false);
  assert.equal(only(phone).isHoldPending, true);
  assert.deepEqual(world.calls.take("sound").at(-1), { kind: "sound", sends: false, hears: false });
  world.reply("modify", { callID: id, action: "hold", holdState: "held" });
  await held;
  assert.equal(only(phone).isHeld, true);
  const resumed = phone.setHeld(id, false);
  assert.equal(world.request("modify").params.action, "unhold");
  world.reply("modify", { callID: id, action: "unhold", holdState: "active" });
  await resumed;
  assert.deepEqual(world.calls.take("sound").at(-1), { kind: "sound", sends: true, hears: true });
});

test("a hold that is refused leaves the call as it was, and says so", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const held = phone.setHeld(id, true);
  world.refuse("modify", { code: -32002, message: "NEITHER SIDE CAN HOLD" });
  await assert.rejects(held, /did not confirm/);
  assert.equal(only(phone).isHeld, false);
  assert.deepEqual(world.calls.take("sound").at(-1), { kind: "sound", sends: true, hears: true });
});

test("who is held by the peer is not overheard, and still hears", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const request = world.tell("modify", { callID: id, action: "hold" });
  assert.equal(world.answerTo(request).result.holdState, "held");
  assert.equal(only(phone).isHeldByPeer, true);
  assert.deepEqual(world.calls.take("sound").at(-1), { kind: "sound", sends: false, hears: true });
});

test("mute outlasts a hold", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  await phone.setMuted(id, true);
  const held = phone.setHeld(id, true);
  world.reply("modify", { holdState: "held" });
  await held;
  const resumed = phone.setHeld(id, false);
  world.reply("modify", { holdState: "active" });
  await resumed;
  assert.equal(only(phone).isMuted, true);
  assert.deepEqual(world.calls.take("sound").at(-1), { kind: "sound", sends: false, hears: true });
});

test("digits are sounds of the media where two peers talk, and a message where a server is between", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  await phone.sendDigits(id, "15#");
  assert.deepEqual(world.calls.take("digits"), [{ kind: "digits", digits: "15#" }]);

  const other = new World();
  const call = await other.talking({}, { isCarillon: false });
  const sent = call.phone.sendDigits(call.id, "15#");
  assert.equal(other.request("info").params.dtmf, "15#");
  other.reply("info", { message: "SENT" });
  await sent;
  await assert.rejects(phone.sendDigits(id, "one"), /digits are 0…9/);
});

test("a transfer is asked for, and a refusal is told", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const transferred = phone.transfer(id, "carol");
  assert.equal(world.request("modify").params.destination, "carol");
  world.refuse("modify", { code: -32602, message: "no transfer" });
  await assert.rejects(transferred, /no transfer/);
  assert.equal(phone.getSnapshot().can.transfer, true);
});

test("a transfer that fails leaves the call, which says why until another is asked for", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const transferred = phone.transfer(id, "carol");
  assert.equal(world.request("modify").params.action, "transfer");
  world.reply("modify", { callID: id, action: "transfer" });
  await transferred;
  assert.equal(only(phone).trouble, null);
  const request = world.tell("modify", { callID: id, action: "transfer", cause: "NO_ANSWER", causeCode: 19 });
  assert.deepEqual(world.answerTo(request).result, { callID: id, action: "transfer" });
  assert.equal(only(phone).phase, "active");
  assert.equal(only(phone).trouble, "The call was not transferred: no answer");
  void phone.transfer(id, "dave");
  world.reply("modify", { callID: id, action: "transfer" });
  world.tell("bye", { callID: id, cause: "BLIND_TRANSFER", causeCode: 800 });
  const [{ ending, trouble }] = phone.getSnapshot().ended;
  assert.deepEqual([ending.reason, ending.causeCode, trouble], ["completed", 800, null]);
});

test("a call transferred to this phone connects with a side it was not rung by, on a peer connection of its own",
  async () => {
    const world = new World();
    const phone = await world.ready();
    invite(world);
    const answered = phone.answer("call-1");
    world.calls.describe(offer("mine"));
    world.calls.orders = [];
    const request = world.tell("modify", { callID: "call-1", action: "updateMedia", fresh: true });
    const [order] = world.calls.take("offer");
    assert.deepEqual([order.fresh, order.restarts], [true, false]);
    world.calls.report({ kind: "description", id: order.id, sdp: offer("again", "CC") });
    assert.equal(world.answerTo(request).result.sdp, offer("again", "CC"));
    world.tell("media", { callID: "call-1", sdp: offer("theirs", "DD") });
    assert.equal(world.calls.take("acceptAnswer").at(-1).sdp, offer("theirs", "DD"));
    world.calls.connect();
    await answered;
    assert.equal(only(phone).phase, "active");
  });

test("a call of another device is taken by an INVITE that names it, and the answer is acknowledged", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("Anna", { name: "Anna", replaces: "session-9" });
  world.calls.describe(offer("mine"));
  assert.equal(world.request("invite").params.replaces, "session-9");
  world.reply("invite", { message: "CALL CREATED", callID: id });
  const request = world.tell("answer", { callID: id, sdp: offer("hers", "BB") });
  assert.equal(world.answerTo(request).error, undefined);
  assert.equal(only(phone).phase, "connecting");
  assert.equal(only(phone).name, "Anna");
});

test("no other exchange is asked for the call of another device", async () => {
  const world = new World();
  const phone = await world.ready({}, { isCarillon: false });
  await assert.rejects(phone.dial("Anna", { replaces: "session-9" }), /an exchange of ours/);
  assert.equal(phone.getSnapshot().calls.length, 0);
});

test("a call that another device took in its middle ends here as answered elsewhere", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  world.tell("bye", { callID: id, causeCode: 805, cause: "PICKED_OFF" });
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "answeredElsewhere");
});

test("early media is heard before the answer, whose description may be missing then", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("+15550100");
  world.calls.describe();
  world.tell("media", { callID: id, sdp: offer("early", "BB") });
  assert.equal(world.calls.take("acceptAnswer")[0].isProvisional, true);
  assert.equal(only(phone).phase, "ringing");
  assert.equal(only(phone).hasEarlyMedia, true);
  world.tell("answer", { callID: id });
  assert.equal(world.calls.orders.findLast(({ kind }) => kind === "acceptAnswer").isProvisional, false);
});

test("the peer's restart is answered by the same peer connection, another certificate by another one", async () => {
  const world = new World();
  const { id } = await world.talking();
  let request = world.tell("modify", { callID: id, action: "updateMedia", sdp: offer("restarted", "BB") });
  assert.equal(world.calls.orders.findLast(({ kind }) => kind === "acceptOffer").fresh, false);
  world.calls.describe(offer("answer"));
  assert.equal(world.answerTo(request).result.sdp, offer("answer"));
  request = world.tell("modify", { callID: id, action: "updateMedia", sdp: offer("reloaded", "CC") });
  assert.equal(world.calls.orders.findLast(({ kind }) => kind === "acceptOffer").fresh, true);
  world.calls.describe(offer("answer2"));
  assert.equal(world.answerTo(request).result.sdp, offer("answer2"));
});

test("media that broke is restarted, and again when the peer was busy", async () => {
  const world = new World();
  const { phone } = await world.talking();
  world.calls.report({ kind: "state", state: "interrupted" });
  world.clock.advance(4_000);
  assert.equal(world.calls.orders.findLast(({ kind }) => kind === "offer").restarts, true);
  world.calls.describe(offer("again"));
  world.refuse("modify", { code: -32002, message: "RENEGOTIATION IN PROGRESS" });
  world.clock.advance(100);
  world.calls.describe(offer("once more"));
  world.reply("modify", { action: "updateMedia", sdp: offer("hers2", "BB") });
  world.calls.accept();
  world.calls.connect();
  assert.equal(only(phone).phase, "active");
});

test("a path that is looked for in vain ends the call, which says so", async () => {
  const world = new World();
  const { phone } = await world.talking();
  world.calls.report({ kind: "state", state: "interrupted" });
  for (let offers = 0; offers < 22; offers += 1) {
    world.calls.describe(offer("again"));
    world.reply("modify", { action: "updateMedia", sdp: offer("hers2", "BB") });
    world.calls.accept();
    world.pass(4);
  }
  assert.equal(only(phone).phase, "active");
  world.pass(2);
  assert.equal(world.request("bye").params.causeCode, 804);
  assert.deepEqual([only(phone).ending.reason, only(phone).ending.cause], ["dropped", "MEDIA_TIMEOUT"]);
});

test("an answered call that finds no path ends, and says so", async () => {
  const world = new World();
  const { phone } = await world.answered();
  world.calls.report({ kind: "state", state: "connecting" });
  world.pass(15);
  assert.equal(world.request("bye").params.causeCode, 804);
  assert.deepEqual([only(phone).ending.reason, only(phone).ending.cause], ["failed", "MEDIA_TIMEOUT"]);
});

test("when both offer at once the caller's offer stands", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const restarted = phone.restartMedia(id);
  world.calls.describe(offer("again"));
  const request = world.tell("modify", { callID: id, action: "updateMedia", sdp: offer("theirs", "BB") });
  assert.match(world.answerTo(request).error.message, /IN PROGRESS/);
  world.reply("modify", { action: "updateMedia", sdp: offer("hers2", "BB") });
  world.calls.accept();
  await restarted;
});

test("the late refusal of an offer that yielded does not end the next one", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world);
  const answered = phone.answer("call-1");
  world.calls.describe(offer("mine"));
  world.calls.connect();
  await answered;
  const first = phone.restartMedia("call-1");
  world.calls.describe(offer("again"));
  const yielded = world.request("modify").id;
  world.tell("modify", { callID: "call-1", action: "updateMedia", sdp: offer("theirs", "BB") });
  world.calls.describe(offer("answering"));
  await first;
  const second = phone.restartMedia("call-1");
  world.calls.describe(offer("once more"));
  world.receive({ id: yielded, error: { code: -32002, message: "RENEGOTIATION IN PROGRESS" } });
  world.reply("modify", { action: "updateMedia", sdp: offer("hers2", "BB") });
  world.calls.accept();
  await second;
});

test("an offer is made when the exchange asks for one, and taken back when it comes to nothing", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const request = world.tell("modify", { callID: id, action: "updateMedia" });
  world.calls.describe(offer("fresh"));
  assert.equal(world.answerTo(request).result.sdp, offer("fresh"));
  world.tell("media", { callID: id, sdp: offer("hers", "BB") });
  assert.equal(world.calls.take("rollBack").length, 1);
  assert.equal(only(phone).phase, "active");
});

test("a call has as long for each step as the Swift client gives it", async () => {
  const path = new URL("../../Sources/Core/CallModel/Machine/CallEffect.swift", import.meta.url);
  const limits = [...(await readFile(path, "utf8")).matchAll(/case \.(\w+): \.seconds\((\d+)\)/g)];
  assert.deepEqual({ ...timerLimits }, Object.fromEntries(limits.map(([, timer, limit]) => [timer, limit * 1_000])));
});
