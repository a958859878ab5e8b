import assert from "node:assert/strict";
import { test } from "node:test";
import { capacitorBridge, createNativePhone } from "../../Sources/Web/index.js";
import { bridgeEvents, bridgeMethods } from "../../Sources/Web/providers/bridge-names.js";
import { openSocketPlugin } from "../../Sources/Web/providers/socket-plugin.js";

const settled = () => new Promise(setImmediate); // on purpose: promises of the double are settled by then

/** A phone at the other end of a socket, which says what a test says. */
class PhoneSocket {
  readyState = 0;
  sent = [];
  constructor(url) { this.url = url; }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.lose(1000, ""); }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  lose(code, reason) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code, reason });
  }
  says(message) { this.onmessage({ data: JSON.stringify(message) }); }
  /** The latest call of that method. */
  asked(method) { return this.sent.findLast((message) => message.method === method); }
  answers(method, result) { this.says({ id: this.asked(method).id, result }); }
}

function opened() {
  let socket;
  const { plugin, ended, close } = openSocketPlugin("ws://phone.example/", {
    openSocket: (url) => (socket = new PhoneSocket(url)),
  });
  return { plugin, ended, close, socket };
}

test("calls wait for the socket, go over it by their names, and each gets its own answer", async () => {
  const { plugin, socket } = opened();
  assert.equal(socket.url, "ws://phone.example/");
  const answers = [plugin.getDeviceId(), plugin.call({ destinationNumber: "+15550100" })];
  assert.deepEqual(socket.sent, []);
  socket.open();
  assert.deepEqual(socket.sent, [
    { id: 1, method: "getDeviceId", options: {} },
    { id: 2, method: "call", options: { destinationNumber: "+15550100" } },
  ]);
  socket.answers("call", { callId: "c1" });
  socket.answers("getDeviceId", { deviceId: "d" });
  assert.deepEqual(await Promise.all(answers), [{ deviceId: "d" }, { callId: "c1" }]);
});

test("what the plugin rejects has the message, code and data of Capacitor's errors", async () => {
  const { plugin, socket } = opened();
  socket.open();
  const refused = plugin.hangup();
  socket.says({ id: 1, error: { message: "refused: unknownCall", code: "refused", data: { of: "bob" } } });
  await assert.rejects(refused, (error) => error instanceof Error && error.message === "refused: unknownCall"
    && error.code === "refused" && error.data.of === "bob");
  const bare = plugin.hangup();
  socket.says({ id: 2, error: { message: "not now" } });
  await assert.rejects(bare, (error) => error.message === "not now" && !("code" in error) && !("data" in error));
});

test("a name that is no method is asked of the phone too, which says so", async () => {
  const { plugin, socket } = opened();
  socket.open();
  const unknown = plugin.fly({ high: true });
  assert.deepEqual(socket.asked("fly"), { id: 1, method: "fly", options: { high: true } });
  socket.says({ id: 1, error: { message: "TelnyxVoip has no method \"fly\"; it has connect", code: "UNIMPLEMENTED" } });
  await assert.rejects(unknown, /no method "fly"/);
  assert.equal(await plugin, plugin, "a plugin is no promise");
});

test("the phone is told of the first listener of an event and of the end of the last", async () => {
  const { plugin, socket } = opened();
  socket.open();
  const heard = [];
  const one = await plugin.addListener("callEnded", (data) => heard.push(["one", data.callId]));
  const two = await plugin.addListener("callEnded", (data) => heard.push(["two", data.callId]));
  socket.says({ event: "callEnded", data: { callId: "c1" } });
  await one.remove();
  await one.remove();
  socket.says({ event: "callEnded", data: { callId: "c2" } });
  await two.remove();
  socket.says({ event: "callEnded", data: { callId: "c3" } });
  assert.deepEqual(heard, [["one", "c1"], ["two", "c1"], ["two", "c2"]]);
  assert.deepEqual(socket.sent, [{ listen: "callEnded" }, { forget: "callEnded" }]);
});

test("all listeners of a page are removed at once", async () => {
  const { plugin, socket } = opened();
  socket.open();
  await plugin.addListener("callEnded", () => assert.fail());
  await plugin.addListener("connected", () => assert.fail());
  await plugin.removeAllListeners();
  socket.says({ event: "callEnded", data: {} });
  assert.deepEqual(socket.sent.slice(2), [{ forget: "callEnded" }, { forget: "connected" }]);
});

test("the end of the app's process ends the page's calls, says why, and nothing more is asked", async () => {
  const { plugin, ended, socket } = opened();
  socket.open();
  const waiting = plugin.getSnapshot();
  socket.says({ end: "the app's process has ended" });
  await assert.rejects(waiting, (error) => error.message === "the app's process has ended"
    && error.code === "UNAVAILABLE");
  assert.equal(await ended, "the app's process has ended");
  await assert.rejects(plugin.getSnapshot(), /process has ended/);
  assert.equal(socket.sent.length, 1);
  assert.equal(socket.readyState, 3);
});

test("a socket that breaks, or speaks of unknown calls, ends the page", async () => {
  const broken = opened();
  broken.socket.lose(1006, "");
  assert.equal(await broken.ended, "the socket was closed");
  for (const text of ["{", "7", "null", JSON.stringify({ id: 9, result: {} })]) {
    const { ended, socket } = opened();
    socket.open();
    socket.onmessage({ data: text });
    assert.match(await ended, /no kind that is known/);
  }
  const own = opened();
  own.close();
  assert.equal(await own.ended, "the page closed it");
});

test("a page that never gets a socket keeps no more than it may", async () => {
  const { plugin, ended } = opened();
  const calls = Array.from({ length: 600 }, () => plugin.getDeviceId().catch((error) => error.message));
  assert.match(await ended, /too many messages/);
  assert.deepEqual(new Set(await Promise.all(calls)), new Set(["too many messages wait for the socket to open"]));
});

test("the native phone of an app works over the socket as it does in the app", async () => {
  const { plugin, socket } = opened();
  const phone = createNativePhone({ bridge: capacitorBridge(plugin) });
  socket.open();
  await settled();
  assert.deepEqual(socket.sent.filter(({ listen }) => listen).map(({ listen }) => listen), [...bridgeEvents]);
  socket.answers("getSnapshot", { cursor: "1-0", calls: [], connection: "connected" });
  await settled();
  assert.equal(phone.getSnapshot().connection.state, "ready");
  const dialed = phone.dial("alice");
  await settled();
  socket.answers("call", { callId: "c1" });
  assert.equal(await dialed, "c1");
  const call = { callId: "c1", direction: "outbound", state: "dialing", isMuted: false, isHeld: false };
  socket.says({ event: "callStarted", data: { call, callId: "c1", cursor: "1-1" } });
  assert.equal(phone.getSnapshot().calls[0].phase, "dialing");
  assert.ok(bridgeMethods.includes(socket.sent.at(-1).method));
});
