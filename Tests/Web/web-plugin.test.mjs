import assert from "node:assert/strict";
import { test } from "node:test";
import { bridgeEvents, bridgeMethods } from "../../Sources/Web/providers/bridge-names.js";
import { capacitorBridge, createNativePhone } from "../../Sources/Web/providers/choose.js";
import { createWebPlugin } from "../../Sources/Web/providers/web-plugin.js";
import { offer, World } from "./harness.mjs";

async function pluginOf(world) {
  const phone = await world.ready();
  const plugin = createWebPlugin(phone, { deviceId: "this-page", epoch: 7 });
  const told = [];
  for (const name of bridgeEvents) await plugin.addListener(name, (data) => told.push([name, data]));
  return { phone, plugin, told, names: () => told.map(([name]) => name) };
}

function ring(world, callID = "call-1") {
  world.tell("invite", {
    callID, sdp: offer("hers", "BB"), caller_id_name: "Alice A.", caller_id_number: "1001", callee_id_number: "bob",
  });
}

async function answered(world, plugin, given = {}) {
  const answers = plugin.answer(given);
  await new Promise(setImmediate); // on purpose: what the answer awaits before it asks the phone is settled by then
  world.calls.describe(offer("mine"));
  world.calls.connect();
  return answers;
}

test("a page that calls the plugin itself answers a call in a browser, and hears of it as in an app", async () => {
  const world = new World();
  const { plugin, told, names } = await pluginOf(world);
  ring(world);
  assert.equal((await plugin.getPendingIncomingCall()).call.callerName, "Alice A.");
  assert.deepEqual(await answered(world, plugin), { callId: "call-1" });
  assert.deepEqual(names(), ["incomingCall", "callConnecting", "callAnswered"]);
  assert.deepEqual(await plugin.toggleMute(), { enabled: true });
  assert.deepEqual(told.at(-1), ["muteStateChanged", { callId: "call-1", muted: true, cursor: "7-4" }]);
  world.tell("bye", { callID: "call-1", cause: "NORMAL_CLEARING", causeCode: 16 });
  const [name, end] = told.at(-1);
  assert.equal(name, "callEnded");
  assert.deepEqual([end.disposition, end.answered, end.state, end.causeCode], ["completed", true, "connected", 16]);
});

test("a page dials by the plugin, and a call of its own goes through the same steps", async () => {
  const world = new World();
  const { plugin, names } = await pluginOf(world);
  const { callId } = await plugin.call({ destinationNumber: "alice", headers: { "X-Ticket": "7" } });
  world.calls.describe(offer("mine"));
  assert.deepEqual(world.request("invite").params.dialogParams.custom_headers, [{ name: "X-Ticket", value: "7" }]);
  world.reply("invite", { message: "CALL CREATED", callID: callId });
  world.tell("ringing", { callID: callId });
  world.tell("answer", { callID: callId, sdp: offer("hers", "BB") });
  world.calls.accept();
  world.calls.connect();
  assert.deepEqual(names().filter((name) => name !== "callUpdated"), ["callStarted", "callRinging", "callAnswered"]);
  const ends = plugin.hangup({});
  world.reply("bye");
  await ends;
  assert.equal(names().at(-1), "callEnded");
});

test("a call that its caller has left cannot be answered, and no other call is touched for it", async () => {
  const world = new World();
  const { phone, plugin } = await pluginOf(world);
  ring(world);
  await answered(world, plugin);
  const orders = world.calls.orders.length;
  for (const callId of ["gone", "call-1"]) {
    await assert.rejects(plugin.answer({ callId, other: "end" }), { code: "refused" });
  }
  await assert.rejects(plugin.hangup({ callId: "gone" }), { code: "refused", message: /unknownCall/ });
  assert.equal(phone.getSnapshot().calls[0].phase, "active");
  assert.equal(world.calls.orders.length, orders);
});

test("a held call is the current one while there is no other: it is resumed and hung up without its id", async () => {
  const world = new World();
  const { plugin } = await pluginOf(world);
  ring(world);
  await answered(world, plugin);
  for (const [action, holdState, enabled] of [["hold", "held", true], ["unhold", "active", false]]) {
    const toggles = plugin.toggleHold();
    assert.equal(world.request("modify").params.action, action);
    world.reply("modify", { callID: "call-1", action, holdState });
    assert.deepEqual(await toggles, { enabled });
  }
  const holds = plugin.setHold({ onHold: true });
  world.reply("modify", { callID: "call-1", action: "hold", holdState: "held" });
  await holds;
  const ends = plugin.hangup();
  world.reply("bye");
  await ends;
});

test("another account is refused while one is connected, and the network's state is told", async () => {
  const world = new World();
  const { plugin, told } = await pluginOf(world);
  const other = { sipUsername: "eve", sipPassword: "secret-of-eve" };
  await assert.rejects(plugin.connect(other), { code: "refused", message: /signedIn/ });
  await assert.rejects(plugin.setAudioRoute({ route: "bluetooth" }), { code: "refused" });
  await plugin.disconnect();
  const connects = plugin.connect(other);
  world.socket.open();
  assert.equal(world.request("login").params.login, "eve");
  world.reply("login", { message: "logged in" });
  world.tell("clientReady", { reattached_sessions: [] });
  world.reply("gatewayState", { params: { state: "REGED" } });
  await connects;
  assert.equal(told.at(-1)[0], "signedIn");
});

test("a call that was not answered is missed, until its notice was read", async () => {
  const world = new World();
  const { plugin, names } = await pluginOf(world);
  ring(world);
  world.tell("bye", { callID: "call-1", cause: "ORIGINATOR_CANCEL", causeCode: 487 });
  assert.deepEqual(names(), ["incomingCall", "callEnded", "missedCall", "unreadCountChanged"]);
  const { notices: [notice] } = await plugin.getSnapshot();
  assert.deepEqual([notice.kind, notice.callerName], ["missed", "Alice A."]);
  await plugin.readNotice({ callId: "call-1" });
  assert.deepEqual((await plugin.getSnapshot()).notices, []);
});

test("events after a cursor are given again, and a cursor of another page is a gap", async () => {
  const world = new World();
  const { plugin } = await pluginOf(world);
  const { cursor } = await plugin.getSnapshot();
  ring(world);
  const { events, gap } = await plugin.getEvents({ since: cursor });
  assert.deepEqual([events.map(({ name }) => name), gap], [["incomingCall"], false]);
  assert.equal((await plugin.getEvents({ since: "6-0" })).gap, true);
  assert.equal((await plugin.getEvents({ since: "7-99" })).gap, true);
});

test("every method of the bridge is there, and one without a meaning in a browser is refused with a code", async () => {
  const { plugin } = await pluginOf(new World());
  for (const method of bridgeMethods) assert.equal(typeof plugin[method], "function", method);
  for (const method of ["signInWithApple", "setSpeaker"]) {
    await assert.rejects(plugin[method]({}), { code: "refused" });
  }
  await assert.rejects(plugin.answer({}), { code: "refused", message: /unknownCall/ });
  assert.equal((await plugin.getDeviceId()).deviceId, "this-page");
});

test("the native provider over the plugin shows the same call as the page's own phone", async () => {
  const world = new World();
  const { phone, plugin } = await pluginOf(world);
  const shown = createNativePhone({ bridge: capacitorBridge(plugin) });
  await new Promise(setImmediate); // on purpose: the snapshot of the plugin is taken by then
  assert.equal(shown.getSnapshot().connection.state, "ready");
  ring(world);
  await answered(world, plugin, { callId: "call-1" });
  const of = ({ calls: [{ id, name, phase }] }) => ({ id, name, phase });
  assert.deepEqual(of(shown.getSnapshot()), of(phone.getSnapshot()));
});

test("a call that is answered beside another one holds it, or ends it where the page says so", async () => {
  for (const other of ["hold", "end"]) {
    const world = new World();
    const { phone, plugin } = await pluginOf(world);
    ring(world);
    await answered(world, plugin);
    ring(world, "call-2");
    const answers = plugin.answer({ callId: "call-2", other });
    await new Promise(setImmediate); // on purpose: what the answer asks first is sent by then
    if (other === "hold") world.reply("modify", { callID: "call-1", action: "hold", holdState: "held" });
    else world.reply("bye");
    await new Promise(setImmediate); // on purpose: as above
    world.calls.describe(offer("mine"));
    world.calls.connect();
    await answers;
    const first = phone.getSnapshot().calls.find(({ id }) => id === "call-1");
    assert.equal(first?.isHeld, other === "hold" ? true : undefined);
  }
});
