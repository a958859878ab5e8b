import assert from "node:assert/strict";
import { test } from "node:test";
import { offer, only, World } from "./harness.mjs";

/** The socket is lost and another one logs in. */
function comeBack(world, more) {
  world.socket.lose();
  world.clock.advance(1_000);
  world.socket.open();
  world.reply("login", { message: "logged in", ice_servers: [] });
  more?.();
}

const finish = (world, reattached) => {
  world.tell("clientReady", { reattached_sessions: reattached });
  world.reply("gatewayState", { params: { state: "REGED" } });
};

test("a call outlasts its socket: the same description is given again, and sound is left alone", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const orders = world.calls.orders.length;
  comeBack(world, () => {
    assert.equal(only(phone).phase, "reconnecting");
    world.tell("attach", { callID: id, sdp: offer("hers", "BB") });
  });
  assert.equal(world.request("attach").params.sdp, offer("mine"));
  finish(world, [id]);
  assert.equal(only(phone).phase, "active");
  assert.equal(world.calls.orders.length, orders);
});

test("a call that the exchange does not name after the login is over", async () => {
  const world = new World();
  const { phone } = await world.talking();
  comeBack(world);
  finish(world, []);
  assert.equal(phone.getSnapshot().calls.length, 0);
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "dropped");
});

test("a held call is held again after a cut", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const held = phone.setHeld(id, true);
  world.reply("modify", { holdState: "held" });
  await held;
  comeBack(world, () => world.tell("attach", { callID: id, sdp: offer("hers", "BB") }));
  finish(world, [id]);
  assert.equal(world.request("modify").params.action, "hold");
  world.reply("modify", { holdState: "held" });
  assert.equal(only(phone).isHeld, true);
});

test("a gateway that does not answer when a page is back costs the socket, and no call", async () => {
  const world = new World();
  const { phone } = await world.talking();
  comeBack(world);
  world.tell("clientReady", { reattached_sessions: [] });
  assert.ok(world.request("gatewayState"));
  const count = world.sockets.length;
  world.clock.advance(4_000);
  world.clock.advance(1_000);
  assert.equal(world.sockets.length, count + 1);
  assert.equal(only(phone).phase, "reconnecting");
});

test("a call ends when its socket does not come back within a minute", async () => {
  const world = new World();
  const { phone } = await world.talking();
  world.socket.lose();
  world.clock.advance(70_000);
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "dropped");
});

test("a page that was loaded anew takes its call up: mute, hold, name and time are as they were", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  await phone.setMuted(id, true);
  const { connectedAt } = only(phone);
  phone.close();
  assert.equal(world.request("bye"), undefined);
  world.clock.advance(3_000);

  const next = world.phone();
  assert.equal(next.session, phone.session);
  assert.equal(only(next).phase, "reconnecting");
  assert.equal(only(next).number, "alice");
  assert.equal(only(next).isMuted, true);
  assert.equal(only(next).connectedAt, connectedAt);
  const connected = next.connect();
  world.socket.open();
  assert.equal(world.request("login").params.sessid, phone.session);
  world.reply("login", { ice_servers: [] });
  world.tell("attach", { callID: id, sdp: offer("hers", "BB") });
  assert.deepEqual(world.calls.orders.map(({ kind }) => kind), ["open", "sound", "offer"]);
  assert.equal(world.calls.take("sound")[0].sends, false);
  world.calls.describe(offer("reloaded", "DD"));
  assert.equal(world.request("attach").params.sdp, offer("reloaded", "DD"));
  assert.equal(world.request("attach").params.dialogParams.attach, true);
  finish(world, [id]);
  await connected;
  assert.equal(only(next).phase, "reconnecting");
  world.tell("media", { callID: id, sdp: offer("hers2", "BB") });
  world.calls.accept();
  world.calls.connect();
  assert.equal(only(next).phase, "active");
});

test("another maker's server offers the call anew, and a new peer connection answers it", async () => {
  const world = new World();
  const { phone, id } = await world.talking({}, { isCarillon: false });
  phone.close();
  const next = world.phone();
  const connected = next.connect();
  world.socket.open();
  world.reply("login", { message: "logged in" });
  world.tell("attach", { callID: id, sdp: offer("theirs", "EE") });
  assert.deepEqual(world.calls.orders.map(({ kind }) => kind), ["open", "acceptOffer"]);
  world.calls.describe(offer("reloaded", "DD"));
  assert.equal(world.request("attach").params.sdp, offer("reloaded", "DD"));
  finish(world, [id]);
  await connected;
  world.calls.connect();
  assert.equal(only(next).phase, "active");
});

test("whether a client that came back has a call still is asked with a bare answer", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const orders = world.calls.orders.length;
  comeBack(world);
  const known = world.tell("answer", { callID: id.toUpperCase() });
  const unknown = world.tell("answer", { callID: "another" });
  const nameless = world.tell("answer", {});
  assert.deepEqual(world.answerTo(known).result, { method: "telnyx_rtc.answer" });
  assert.equal(world.answerTo(unknown).error.message, "CALL DOES NOT EXIST");
  assert.equal(world.answerTo(nameless).error.message, "CALL DOES NOT EXIST");
  finish(world, [id]);
  const before = phone.getSnapshot();
  assert.deepEqual(world.answerTo(world.tell("answer", { callID: id })).result, { method: "telnyx_rtc.answer" });
  assert.equal(phone.getSnapshot(), before);
  assert.equal(world.calls.orders.length, orders);
  world.clock.advance(3_000);
  assert.equal(world.request("bye"), undefined);
});

test("a page that was loaded anew has no sound of its call, and does not say that it has", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  phone.close();
  const next = world.phone();
  void next.connect();
  world.socket.open();
  world.reply("login", { ice_servers: [] });
  assert.equal(world.answerTo(world.tell("answer", { callID: id })).error.message, "CALL DOES NOT EXIST");
  world.tell("attach", { callID: id, sdp: offer("hers", "BB") });
  world.calls.describe(offer("reloaded", "DD"));
  assert.equal(world.request("attach").params.sdp, offer("reloaded", "DD"));
  assert.ok(world.answerTo(world.tell("answer", { callID: id })).result);
  assert.equal(only(next).phase, "reconnecting");
});

test("the answer to a call that is placed is acknowledged, and that to one that has ended is not", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("alice");
  world.calls.describe();
  assert.ok(world.answerTo(world.tell("answer", { callID: id, sdp: offer("hers", "BB") })).result);
  const ended = phone.hangUp(id);
  assert.ok(world.answerTo(world.tell("answer", { callID: id })).error);
  world.reply("bye");
  await ended;
  assert.ok(world.answerTo(world.tell("answer", { callID: id })).error);
});

test("a call is the same however its name is spelled", async () => {
  const world = new World();
  const phone = await world.ready();
  world.socket.lose();
  world.clock.advance(1_000);
  world.socket.open();
  world.reply("login", { ice_servers: [] });
  finish(world, ["ABC-1", "DEF-2"]);
  world.tell("invite", { callID: "abc-1", sdp: offer("hers", "BB") });
  world.clock.advance(2_000);
  const byes = world.sent.filter(({ method }) => method?.endsWith("bye"));
  assert.deepEqual(byes.map(({ params }) => params.dialogParams.callID), ["DEF-2"]);
  assert.equal(only(phone).phase, "incoming");
});

test("what a page was placing when it was loaded anew is hung up", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("alice");
  world.calls.describe();
  phone.close();
  const next = world.phone();
  const connected = next.connect();
  world.socket.open();
  world.reply("login", { ice_servers: [] });
  finish(world, [id]);
  await connected;
  assert.equal(world.request("bye"), undefined);
  world.clock.advance(2_000);
  assert.equal(world.request("bye").params.dialogParams.callID, id);
});

test("a peer that answers nothing after a reload is offered media again", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  phone.close();
  const next = world.phone();
  void next.connect();
  world.socket.open();
  world.reply("login", { ice_servers: [] });
  world.tell("attach", { callID: id, sdp: offer("hers", "BB") });
  world.calls.describe(offer("reloaded", "DD"));
  world.reply("attach", { callID: id });
  finish(world, [id]);
  world.calls.take("offer");
  for (let second = 0; second < 14; second += 1) {
    world.clock.advance(1_000);
    if (world.request("ping")) world.reply("ping", {});
  }
  assert.equal(world.calls.take("offer").at(-1).restarts, true);
  assert.equal(only(next).id, id);
});

test("nothing that a page keeps proves anything", async () => {
  const world = new World();
  await world.talking();
  assert.doesNotMatch(world.storage.getItem("carillon.session"), /secret/);
  assert.match(world.storage.getItem("carillon.session"), /alice/);
});

test("a store of another version, or of another page, is taken for empty", async () => {
  for (const text of ["", "{", "7", '{"session":7,"calls":[1,{"id":"x"},{"id":"y","direction":"up"}]}']) {
    const world = new World();
    world.storage.setItem("carillon.session", text);
    const phone = await world.ready();
    assert.equal(phone.getSnapshot().calls.length, 0);
  }
});

test("disconnecting hangs up and is forgotten; a call that rings is left to the person's other devices", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  world.tell("invite", { callID: "call-2", sdp: offer("x", "CC") });
  await phone.disconnect();
  const byes = world.sent.filter(({ method }) => method?.endsWith("bye"));
  assert.deepEqual(byes.map(({ params }) => params.dialogParams.callID), [id]);
  assert.equal(world.storage.getItem("carillon.session"), null);
});

test("an exchange of ours that has no ICE servers is known by its answer, also by the next page", async () => {
  const world = new World();
  const { phone, id } = await world.talking({}, { isCarillon: false });
  world.reply("iceServers", { ice_servers: [] });
  await phone.sendDigits(id, "1");
  assert.equal(world.calls.take("digits").length, 1);
  phone.close();
  const next = world.phone();
  void next.connect();
  world.socket.open();
  world.reply("login", {});
  world.tell("attach", { callID: id, sdp: offer("hers", "BB") });
  assert.deepEqual(world.calls.orders.map(({ kind }) => kind), ["open", "offer"]);
});
