import assert from "node:assert/strict";
import { test } from "node:test";
import { createNews } from "../../Sources/Web/index.js";
import { NewsMachine } from "../../Sources/Web/news/machine.js";

const channel = "private-user.bob";

/** A machine that is connected and listens to bob's channel. */
function listening(since) {
  const machine = new NewsMachine();
  machine.listen(channel, since);
  const [{ socket }] = machine.connect(0);
  const hear = (event, data, more = {}, now = 0) =>
    machine.received(socket, JSON.stringify({ event, data: JSON.stringify(data), ...more }), now);
  const asked = hear("pusher:connection_established", { socket_id: "1.1", activity_timeout: 30 });
  return { machine, socket, hear, asked };
}

const sent = (effects) => effects.filter((effect) => effect.do === "send").map(({ text }) => JSON.parse(text));
const told = (effects) => effects.filter((effect) => effect.do === "told").map(({ event }) => event);

test("a private channel is signed before it is listened to", () => {
  const { machine, asked } = listening();
  assert.deepEqual(asked.find((effect) => effect.do === "authorize"), { do: "authorize", channel, socketId: "1.1" });
  const [subscription] = sent(machine.authorized(channel, "1.1", { auth: "key:signature" }));
  assert.deepEqual(subscription, { event: "pusher:subscribe", data: { channel, auth: "key:signature" } });
  assert.deepEqual(machine.authorized(channel, "another socket", { auth: "late" }), []);
});

test("after a cut what follows the known version is told again, once, and said to be a replay", () => {
  const { machine, socket, hear } = listening();
  machine.authorized(channel, "1.1", { auth: "a" });
  hear("pusher_internal:subscription_succeeded", { version: 4, replayed: 0 }, { channel });
  assert.deepEqual(told(hear("call_state_changed", { state: "ringing" }, { channel, version: 5 })), [
    { channel, event: "call_state_changed", data: { state: "ringing" }, version: 5, isReplay: false },
  ]);
  machine.closed(socket, 1006, 0.5, 1_000);
  const [{ socket: second }] = machine.tick(2_000);
  const again = (event, data, more) => machine.received(second, JSON.stringify({ event, data, ...more }), 2_000);
  again("pusher:connection_established", { socket_id: "2.2" });
  const [subscription] = sent(machine.authorized(channel, "2.2", { auth: "b" }));
  assert.equal(subscription.data.since, 5);
  assert.deepEqual(told(again("call_state_changed", { state: "ringing" }, { channel, version: 5 })), []);
  const [event] = told(again("call_state_changed", { state: "active" }, { channel, version: 6 }));
  assert.equal(event.isReplay, true);
  again("pusher_internal:subscription_succeeded", { version: 6, replayed: 1 }, { channel });
  assert.equal(machine.channels.get(channel).version, 6);
});

test("where some missed events are forgotten, the newest of each key stands for them", () => {
  const { machine, hear } = listening(3);
  assert.equal(sent(machine.authorized(channel, "1.1", { auth: "a" }))[0].data.since, 3);
  const events = told(hear("carillon:snapshot", {
    version: 900, complete: true,
    events: [{ event: "call_state_changed", data: { state: "active" }, version: 880, key: "c" }],
  }, { channel }));
  assert.equal(events[0].version, 880);
  assert.equal(machine.channels.get(channel).version, 900);
});

test("presence is exact: who is there, who comes, who goes", () => {
  const name = "presence-organization.acme";
  const { machine, hear } = listening();
  machine.listen(name);
  machine.authorized(name, "1.1", { auth: "a", channel_data: "{}" });
  const presence = { count: 1, ids: ["alice"], hash: { alice: { name: "Alice" } } };
  hear("pusher_internal:subscription_succeeded", { presence }, { channel: name });
  hear("pusher_internal:member_added", { user_id: "carol", user_info: {} }, { channel: name });
  hear("pusher_internal:member_removed", { user_id: "alice" }, { channel: name });
  assert.deepEqual([...machine.channels.get(name).members.keys()], ["carol"]);
});

test("silence is asked about, and a socket that stays silent is given up", () => {
  const { machine, hear } = listening();
  assert.deepEqual(sent(machine.tick(30_000)), [{ event: "pusher:ping", data: {} }]);
  hear("pusher:pong", {}, {}, 31_000);
  assert.deepEqual(sent(machine.tick(61_000)), [{ event: "pusher:ping", data: {} }]);
  assert.deepEqual(machine.tick(71_000).map((effect) => effect.do).slice(0, 2), ["close", "open"]);
});

test("an application that is unknown is not asked again; one that asks to come back is met at once", () => {
  const gone = listening();
  gone.machine.closed(gone.socket, 4001, 0.5, 0);
  assert.equal(gone.machine.state, "offline");
  assert.equal(gone.machine.nextDeadline, Infinity);
  const back = listening();
  assert.equal(back.machine.closed(back.socket, 4203, 0.5, 0)[0].do, "open");
});

test("a channel that is refused is said to be so, and the others go on", () => {
  const { machine } = listening();
  machine.authorized(channel, "1.1", null);
  assert.equal(machine.channels.get(channel).state, "refused");
});

test("what cannot be read is let go", () => {
  const { machine, socket } = listening();
  const elsewhere = '{"event":"x","channel":"elsewhere"}';
  for (const text of ["", "{", "7", "[]", '{"event":7}', elsewhere, "x".repeat(1_000_001)]) {
    assert.deepEqual(machine.received(socket, text, 0), []);
  }
});

test("a listener to events that throws is reported, and hears the next event", (context) => {
  const reported = context.mock.method(console, "error", () => {});
  const sockets = [];
  globalThis.WebSocket = class {
    constructor() { sockets.push(this); }
    send() {}
    close() {}
  };
  const heard = [];
  const news = createNews({
    url: "wss://exchange.example/app/key", authorize: async () => ({ auth: "" }),
    onEvent: ({ data }) => {
      heard.push(data);
      throw new Error("a mistake of the app");
    },
  });
  context.after(() => {
    news.close();
    delete globalThis.WebSocket;
  });
  news.listen("public");
  news.connect();
  const hear = (frame) => sockets[0].onmessage({ data: JSON.stringify(frame) });
  hear({ event: "pusher:connection_established", data: { socket_id: "1.1" } });
  for (const version of [1, 2]) hear({ event: "told", channel: "public", data: version, version });
  assert.deepEqual(heard, [1, 2]);
  assert.equal(reported.mock.callCount(), 2);
  assert.equal(news.getSnapshot().channels.public.version, 2);
});
