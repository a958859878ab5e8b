import assert from "node:assert/strict";
import { test } from "node:test";
import { bridgeEvents } from "../../Sources/Web/providers/bridge-names.js";
import { capacitorBridge, choosePhone } from "../../Sources/Web/providers/choose.js";

const call = {
  callId: "c1", direction: "inbound", state: "ringing", isMuted: false, isHeld: false, callerName: "Alice A.",
};
const settled = () => new Promise(setImmediate); // on purpose: promises of the double are settled by then

/** An app's native side, as far as a page sees it. */
class Native {
  asked = [];
  #handlers = new Map();
  snapshot = { cursor: "7-3", calls: [], connection: "connected" };
  on = (event, handler) => {
    this.#handlers.set(event, handler);
    return () => this.#handlers.delete(event);
  };
  call = async (method, args) => {
    this.asked.push([method, args]);
    return method === "getSnapshot" ? this.snapshot : method === "call" ? { callId: "c2" } : {};
  };
  tell(event, number, data = {}, epoch = 7) { this.#handlers.get(event)?.({ ...data, cursor: `${epoch}-${number}` }); }
  get listeners() { return this.#handlers.size; }
}

async function native(snapshot) {
  const bridge = new Native();
  Object.assign(bridge.snapshot, snapshot);
  const phone = choosePhone({ bridge, web: () => assert.fail("a page in an app makes no sockets") });
  await settled();
  return { bridge, phone };
}

test("in an app the native side has the calls, and the page asks and shows", async () => {
  const { bridge, phone } = await native();
  assert.equal(phone.kind, "native");
  assert.equal(phone.getSnapshot().connection.state, "ready");
  bridge.tell("incomingCall", 4, { call });
  assert.equal(phone.getSnapshot().calls[0].phase, "incoming");
  await phone.answer("c1");
  bridge.tell("callAnswered", 5, { call: { ...call, state: "connected", connectedAt: 1_700_000_000_000 } });
  await phone.setMuted("c1", true);
  bridge.tell("muteStateChanged", 6, { callId: "c1", muted: true });
  await phone.setHeld("c1", true);
  await phone.sendDigits("c1", "15#");
  assert.equal(await phone.dial("+15550100", { name: "Carol" }), "c2");
  await phone.dial("bob", { name: "Bob", replaces: "s1" });
  assert.deepEqual(bridge.asked.slice(1), [
    ["answer", { callId: "c1" }], ["setMute", { callId: "c1", muted: true }],
    ["setHold", { callId: "c1", onHold: true }], ["sendDTMF", { callId: "c1", digit: "15#" }],
    ["call", { destinationNumber: "+15550100", displayName: "Carol" }],
    ["call", { destinationNumber: "bob", displayName: "Bob", replaces: "s1" }],
  ]);
  assert.equal(phone.getSnapshot().calls[0].isMuted, true);
  assert.equal(phone.getSnapshot().calls[0].connectedAt, 1_700_000_000_000);
  bridge.tell("callEnded", 7, { callId: "c1", reason: "answeredElsewhere", causeCode: 805, answeredOn: "bob-iphone" });
  assert.equal(phone.getSnapshot().calls.length, 0);
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "answeredElsewhere");
  assert.equal(phone.getSnapshot().ended[0].answeredOn, "bob-iphone");
});

test("the snapshot has what the native side tells of the device, beside the calls", async () => {
  const routes = [{ id: "earpiece", type: "earpiece", current: true }];
  const { bridge, phone } = await native({
    signedIn: true, organizationId: "acme", network: { status: "connected", type: "wifi" }, speaker: false,
    route: "earpiece", routes, notices: [{ callId: "c0" }], callsElsewhere: [],
  });
  const before = phone.getSnapshot().device;
  assert.deepEqual(before, {
    isSignedIn: true, organization: "acme", network: { status: "connected", type: "wifi" }, isSpeakerOn: false,
    route: "earpiece", routes, callsElsewhere: [], unread: 1,
  });
  bridge.tell("callDurationUpdated", 4, { callId: "c1" });
  assert.equal(phone.getSnapshot().device, before);
  const elsewhere = [{ callSessionId: "s1", deviceName: "iPad" }];
  bridge.tell("speakerStateChanged", 5, { enabled: true });
  bridge.tell("audioRouteChanged", 6, { route: "speaker", previousRoute: "earpiece" });
  bridge.tell("networkStatusChanged", 7, { status: "connected", type: "cellular" });
  bridge.tell("callsElsewhereChanged", 8, { calls: elsewhere });
  bridge.tell("unreadCountChanged", 9, { count: 0 });
  bridge.tell("crossOrgSwitchCompleted", 10, { organizationId: "bolt" });
  assert.deepEqual(phone.getSnapshot().device, {
    ...before, isSpeakerOn: true, route: "speaker", network: { status: "connected", type: "cellular" },
    callsElsewhere: elsewhere, unread: 0, organization: "bolt",
  });
  bridge.tell("signedOut", 11, { reason: "asked" });
  assert.deepEqual([phone.getSnapshot().device.isSignedIn, phone.getSnapshot().device.organization], [false, null]);
});

test("a call that was not transferred says why until another transfer is asked for", async () => {
  const { bridge, phone } = await native({ calls: [{ ...call, state: "connected" }] });
  assert.equal(phone.getSnapshot().can.transfer, true);
  await phone.transfer("c1", " cleo ");
  assert.deepEqual(bridge.asked.at(-1), ["transfer", { callId: "c1", destination: "cleo" }]);
  bridge.tell("transferFailed", 4, { callId: "c1", reason: "noAnswer", causeCode: 19 });
  assert.equal(phone.getSnapshot().calls[0].trouble, "The call was not transferred: no answer");
  bridge.tell("callUpdated", 5, { call: { ...call, state: "connected", isMuted: true } });
  assert.equal(phone.getSnapshot().calls[0].trouble, "The call was not transferred: no answer");
  const again = phone.transfer("c1", "dave");
  assert.equal(phone.getSnapshot().calls[0].trouble, null);
  await again;
  bridge.tell("transferFailed", 6, { callId: "c1", reason: "a reason of a later app" });
  assert.equal(phone.getSnapshot().calls[0].trouble, "The call was not transferred: failed");
  bridge.tell("callEnded", 7, { callId: "c1", reason: "completed", causeCode: 800 });
  assert.equal(phone.getSnapshot().ended[0].ending.causeCode, 800);
});

test("what the native side refuses is refused to the page", async () => {
  const { bridge, phone } = await native({ calls: [{ ...call, state: "connected" }] });
  bridge.call = async () => { throw Object.assign(new Error("refused: notTransferable"), { code: "refused" }); };
  await assert.rejects(phone.transfer("c1", "cleo"), /notTransferable/);
});

test("an event that comes before the snapshot is told after it, and one the snapshot has already is not", async () => {
  const bridge = new Native();
  const phone = choosePhone({ bridge, web: () => assert.fail() });
  bridge.snapshot.calls = [{ ...call, isMuted: true }];
  bridge.tell("muteStateChanged", 2, { callId: "c1", muted: false });
  bridge.tell("holdStateChanged", 4, { callId: "c1", onHold: true });
  await settled();
  assert.equal(phone.getSnapshot().calls[0].isMuted, true);
  assert.equal(phone.getSnapshot().calls[0].isHeld, true);
});

test("another process of the app is asked for a snapshot of its own", async () => {
  const { bridge, phone } = await native();
  bridge.snapshot = { cursor: "8-1", calls: [{ ...call, state: "connected" }], connection: "reconnecting" };
  bridge.tell("connecting", 1, {}, 8);
  await settled();
  assert.equal(phone.getSnapshot().calls[0].phase, "active");
  assert.equal(phone.getSnapshot().connection.state, "reconnecting");
});

test("what the native side says is as unchangeable as what the page's own phone says", async () => {
  const { bridge, phone } = await native({ calls: [call] });
  bridge.tell("incomingCall", 4, { call: { ...call, callId: "c2" } });
  bridge.tell("callQualityUpdated", 5, { callId: "c2", quality: { mos: 4 } });
  bridge.tell("muteStateChanged", 6, { callId: "c2", muted: true });
  bridge.tell("callEnded", 7, { callId: "c1", reason: "completed" });
  const values = [phone.getSnapshot()];
  for (const value of values) {
    assert.ok(Object.isFrozen(value), JSON.stringify(value));
    values.push(...Object.values(value).filter((part) => typeof part === "object" && part !== null));
  }
  assert.ok(values.length > 6);
});

test("events that wait for a snapshot are bounded; where there were more the native side is asked again", async () => {
  const bridge = new Native();
  const phone = choosePhone({ bridge, web: () => assert.fail() });
  const muted = { callId: "c1", muted: true };
  for (let number = 4; number < 304; number += 1) bridge.tell("muteStateChanged", number, muted);
  bridge.snapshot = { cursor: "7-304", calls: [{ ...call, callId: "c9" }], connection: "connected" };
  await settled();
  assert.deepEqual(bridge.asked.map(([method]) => method), ["getSnapshot", "getSnapshot"]);
  assert.equal(phone.getSnapshot().calls[0].id, "c9");
});

test("a phone that is closed listens to nothing", async () => {
  const { bridge, phone } = await native();
  assert.equal(bridge.listeners, bridgeEvents.length);
  phone.close();
  assert.equal(bridge.listeners, 0);
});

test("a Capacitor plugin is a bridge, and its listeners are removed even before they were added", async () => {
  const removed = [];
  const plugin = {
    getDeviceId: async () => ({ deviceId: "d" }),
    addListener: async (event) => ({ remove: () => removed.push(event) }),
  };
  const bridge = capacitorBridge(plugin);
  assert.deepEqual(await bridge.call("getDeviceId", {}), { deviceId: "d" });
  await assert.rejects(bridge.call("constructor", {}), /no method/);
  bridge.on("connected", () => {})();
  await settled();
  assert.deepEqual(removed, ["connected"]);
});
