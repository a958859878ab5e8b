// Relays that refuse: what a gathering tells of them, and what a call does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RelayWatch } from "../../Sources/Web/media/relays.js";
import { endOf } from "../../Sources/Web/phone/words.js";
import { only, World } from "./harness.mjs";

const url = "turn:relay.example:3478?transport=udp";
const configuration = {
  iceServers: [{ urls: "stun:relay.example:3478" }, { urls: [url], username: "alice", credential: "secret-of-alice" }],
};
const error = (more) => ({ url, errorCode: 401, errorText: "Unauthorized", address: "192.0.2.1", port: 9, ...more });
const unauthorized = { url, code: 401, text: "Unauthorized" };

/** A gathering that has begun, and has had these errors. */
function gathering(...errors) {
  const relays = new RelayWatch();
  relays.begin(configuration, false);
  for (const one of errors) relays.refused(one);
  return relays;
}

test("a gathering without a relay's candidate tells how each relay refused, each address and code once", () => {
  const other = { url: url.replace("udp", "tcp"), errorCode: 701, errorText: "unreachable" };
  const relays = gathering(error(), error({ address: "192.0.2.2" }), other, error({ errorCode: 438 }));
  relays.found("host");
  assert.deepEqual(relays.ended(), {
    kind: "relaysUnavailable", refusals: [
      unauthorized, { url: other.url, code: 701, text: "unreachable" }, { url, code: 438, text: "Unauthorized" },
    ],
  });
});

test("a gathering is told of once, and the next one begins without its refusals", () => {
  const relays = gathering(error());
  assert.deepEqual(relays.ended().refusals, [unauthorized]);
  assert.equal(relays.refused(error()), null);
  assert.equal(relays.closed(), null);
  relays.begin(configuration, false);
  assert.equal(relays.ended(), null);
});

test("a refusal that comes after the end of the gathering is told as well", () => {
  const relays = gathering();
  assert.equal(relays.ended(), null);
  assert.deepEqual(relays.refused(error()).refusals, [unauthorized]);
  const { refusals } = relays.refused(error({ errorCode: 486, errorText: "Quota" }));
  assert.deepEqual(refusals, [unauthorized, { url, code: 486, text: "Quota" }]);
});

test("one relay that works is enough, and is told at its first candidate", () => {
  const relays = gathering(error());
  assert.equal(relays.found("srflx"), null);
  assert.deepEqual(relays.found("relay"), { kind: "relaysUnavailable", refusals: null });
  assert.equal(relays.found("relay"), null);
  assert.deepEqual([relays.ended(), relays.refused(error({ errorCode: 486 })), relays.closed()], [null, null, null]);
});

test("where no relay is configured, none is missing", () => {
  for (const iceServers of [undefined, [], [{ urls: "stun:relay.example" }]]) {
    const relays = new RelayWatch();
    relays.begin({ iceServers }, false);
    assert.deepEqual([relays.refused(error()), relays.ended(), relays.closed()], [null, null, null]);
  }
});

test("a call without a path tells at its end that no relay could be used, though the browser did not say how", () => {
  const relays = gathering();
  assert.equal(relays.ended(), null);
  assert.deepEqual(relays.closed().refusals, []);
});

test("a browser that had a path may have asked no relay, so nothing is said of them", () => {
  const relays = gathering();
  relays.ended();
  relays.connected();
  assert.equal(relays.closed(), null);
  relays.begin(configuration, true);
  relays.ended();
  assert.equal(relays.closed(), null);
});

test("a call that ends before its gathering tells how relays refused until then, and nothing of the others", () => {
  assert.deepEqual(gathering(error()).closed().refusals, [unauthorized]);
  assert.equal(gathering().closed(), null);
});

test("the texts of servers and their number are bounded, and an error that is not of a relay is not kept", () => {
  const errorText = "x".repeat(5_000);
  const many = Array.from({ length: 100 }, (_, port) => error({ url: `turn:relay.example:${port}`, errorText }));
  const { refusals } = gathering(error({ url: "stun:relay.example" }), error({ url: null }), ...many).ended();
  assert.equal(refusals.length, 16);
  assert.ok(refusals.every(({ url, text }) => url.startsWith("turn:") && text.length === 128));
  const [long] = gathering(error({ url: `turns:${"x".repeat(5_000)}`, errorText: undefined })).ended().refusals;
  assert.deepEqual([long.url.length, long.text], [256, ""]);
});

test("a call tells that no relay could be used, goes on, and forgets it when one works again", async () => {
  const world = new World();
  const { phone } = await world.talking();
  assert.equal(only(phone).relaysUnavailable, null);
  const before = only(phone);
  world.calls.report({ kind: "relaysUnavailable", refusals: null });
  assert.equal(only(phone), before);
  const refusals = [unauthorized];
  world.calls.report({ kind: "relaysUnavailable", refusals });
  assert.deepEqual([only(phone).relaysUnavailable, only(phone).phase], [refusals, "active"]);
  assert.equal(only(phone).trouble, null);
  world.calls.report({ kind: "relaysUnavailable", refusals: null });
  assert.equal(only(phone).relaysUnavailable, null);
});

test("a call that ends for want of a path keeps how the relays refused, and the person learns of it", async () => {
  const world = new World();
  const { phone } = await world.answered();
  world.calls.report({ kind: "state", state: "connecting" });
  world.pass(8);
  world.calls.report({ kind: "relaysUnavailable", refusals: [unauthorized] });
  world.pass(7);
  world.reply("bye");
  const [ended] = phone.getSnapshot().ended;
  assert.deepEqual([ended.ending.cause, ended.relaysUnavailable], ["MEDIA_TIMEOUT", [unauthorized]]);
  assert.equal(endOf(ended), "The call could not be put through: no path for sound was found, and no relay works");
  assert.equal(endOf({ ...ended, relaysUnavailable: null }), "The call could not be put through");
});
