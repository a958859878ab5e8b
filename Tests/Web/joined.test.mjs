import assert from "node:assert/strict";
import { test } from "node:test";
import { makeEnding } from "../../Sources/Web/call-model/call-model.js";
import { JoinedPhone } from "../../Sources/Web/phone/joined.js";
import { Store } from "../../Sources/Web/store/store.js";
import { Clock } from "./harness.mjs";

const settled = () => new Promise(setImmediate); // on purpose: promises of the doubles are settled by then

const call = (more = {}) => Object.freeze({
  id: "c1", session: "s1", direction: "inbound", phase: "incoming", name: "+15550100", number: "+15550100",
  isMuted: false, isHeld: false, startedAt: 1, connectedAt: null, ending: null, answeredOn: null, ...more,
});
const snapshot = (calls = [], ended = [], state = "ready") => Object.freeze({
  connection: { state }, calls: Object.freeze(calls), ended: Object.freeze(ended), can: { hold: true },
});

/** A line of that organization as the exchange tells it. */
const lineOf = (organization, token, emergencyNumbers = []) =>
  ({ organization, url: "wss://rtc.example/", token, emergencyNumbers });

/** A phone that shows the state a test sets, and keeps its requests. */
function double(asked, name) {
  const store = new Store(snapshot([], [], "connecting"));
  const note = (what) => async (...given) => void asked.push([name, what, ...given]);
  const methods = [
    "connect", "disconnect", "dial", "answer", "decline", "hangUp", "setMuted", "setHeld", "sendDigits", "transfer",
    "setMicrophone", "setSpeaker", "close", "networkChanged",
  ];
  return {
    store, subscribe: store.subscribe, getSnapshot: store.getSnapshot, localStream: () => null,
    ...Object.fromEntries(methods.map((method) => [method, note(method)])),
  };
}

/** The phones of a person with a carrier, connected. status: what the exchange says of a call. */
async function joined(status = { caller_name: "Anna", caller_number: "+15550177" }) {
  const asked = [];
  const home = double(asked, "home");
  const line = double(asked, "line");
  const made = [];
  const exchange = {
    carrierLines: async () => ({ lines: [lineOf("acme", `token-${made.length}`, ["112"])], missing: [] }),
    call: async (session) => (asked.push(["exchange", "call", session]), status),
  };
  const phone = new JoinedPhone(home, exchange, "carillon.session.bob", {
    make: (settings) => (made.push(settings), line),
  });
  await phone.connect();
  home.store.set(snapshot());
  await settled();
  return { phone, home, line, asked, made };
}

test("a page logs in at each carrier with the exchange's token, and asks for another when it is over", async () => {
  const { phone, home, asked, made } = await joined();
  assert.equal(made.length, 1);
  const [{ url, storageKey, credentials, renewCredentials }] = made;
  assert.deepEqual([url, storageKey, credentials],
    ["wss://rtc.example/", "carillon.session.bob.acme", { token: "token-0" }]);
  assert.deepEqual(await renewCredentials(), { token: "token-1" });
  assert.deepEqual(asked, [["home", "connect"], ["line", "connect"]]);
  await phone.connect();
  home.store.set(snapshot([], [], "reconnecting"));
  home.store.set(snapshot());
  await settled();
  assert.equal(made.length, 1, "the lines are there already");
  assert.deepEqual(asked.slice(2), [["line", "connect"], ["home", "connect"]]);
});

test("without the list of carriers the exchange's phone works, and the list is asked for when it is reached again", async () => {
  const home = double([], "home");
  let count = 0;
  const phone = new JoinedPhone(home, { carrierLines: async () => { count += 1; throw new Error("offline"); } }, "x");
  home.store.set(snapshot());
  await settled();
  home.store.set(snapshot([call({ id: "h1" })]));
  await settled();
  assert.deepEqual(phone.getSnapshot().calls.map(({ id, name }) => [id, name]), [["h1", "+15550100"]]);
  assert.equal(count, 1);
  home.store.set(snapshot([], [], "reconnecting"));
  home.store.set(snapshot());
  await settled();
  assert.equal(count, 2);
});

test("a line whose token is still being made is asked for again, later each time, beside those that are there", async () => {
  const given = [[["acme"], ["bolt"]], [["acme"], ["bolt"]], [["acme", "bolt"], []]];
  const carrierLines = async () => {
    const [lines, missing] = given.shift();
    return { lines: lines.map((organization) => lineOf(organization, "t")), missing };
  };
  const home = double([], "home");
  const made = [];
  const clock = new Clock();
  const make = ({ storageKey }) => (made.push(storageKey), double([], "line"));
  new JoinedPhone(home, { carrierLines }, "x", { make, startTimer: (wait, due) => clock.start(wait, due) });
  home.store.set(snapshot());
  await settled();
  assert.deepEqual(made, ["x.acme"]);
  clock.advance(1_000);
  await settled();
  clock.advance(1_000);
  assert.equal(given.length, 1, "it is too early");
  clock.advance(1_000);
  await settled();
  assert.deepEqual([made, given.length], [["x.acme", "x.bolt"], 0]);
  clock.advance(600_000);
});

test("a page that is left asks for no line again", async () => {
  const home = double([], "home");
  const clock = new Clock();
  let count = 0;
  const carrierLines = async () => (count += 1, { lines: [], missing: ["acme"] });
  const startTimer = (wait, due) => clock.start(wait, due);
  const phone = new JoinedPhone(home, { carrierLines }, "x", { make: () => double([], "line"), startTimer });
  home.store.set(snapshot());
  await settled();
  phone.close();
  clock.advance(600_000);
  assert.equal(count, 1);
});

test("a microphone that was chosen before the lines were known is theirs too", async () => {
  const asked = [];
  const home = double(asked, "home");
  const exchange = { carrierLines: async () => ({ lines: [lineOf("acme", "t")], missing: [] }) };
  const phone = new JoinedPhone(home, exchange, "x", { make: () => double(asked, "line") });
  await phone.setMicrophone("desk");
  home.store.set(snapshot());
  await settled();
  assert.deepEqual(asked.filter(([, what]) => what === "setMicrophone"),
    [["home", "setMicrophone", "desk"], ["line", "setMicrophone", "desk"]]);
});

test("a public call rings with the caller that the exchange tells, not the organization's own number", async () => {
  const { phone, home, line, asked } = await joined();
  home.store.set(snapshot([call({ id: "h1", session: "s0", phase: "active", name: "Bob", startedAt: 2 })]));
  line.store.set(snapshot([call()]));
  assert.deepEqual(phone.getSnapshot().calls.map(({ id, name, number }) => [id, name, number]),
    [["c1", null, null], ["h1", "Bob", "+15550100"]]);
  await settled();
  const [rings] = phone.getSnapshot().calls;
  assert.deepEqual([rings.name, rings.number], ["Anna", "+15550177"]);
  const before = phone.getSnapshot();
  line.store.set(snapshot([...line.getSnapshot().calls]));
  assert.equal(phone.getSnapshot().calls, before.calls, "what did not change stays the same");
  assert.equal(asked.filter(([, what]) => what === "call").length, 1);
});

test("the exchange is asked who calls also where its news of the call comes before the carrier's call", async () => {
  const { phone, line, asked } = await joined();
  phone.hear({ call_session_id: "s1", state: "ringing" });
  line.store.set(snapshot([call()]));
  await settled();
  phone.hear({ call_session_id: "s1", state: "ringing_again" });
  const [rings] = phone.getSnapshot().calls;
  assert.deepEqual([rings.name, rings.number], ["Anna", "+15550177"]);
  assert.equal(asked.filter(([, what]) => what === "call").length, 1);
});

test("what a person does with a call reaches the phone that has it", async () => {
  const { phone, home, line, asked } = await joined();
  home.store.set(snapshot([call({ id: "h1", session: "s0" })]));
  line.store.set(snapshot([call()]));
  asked.length = 0;
  await phone.answer("c1");
  await phone.setHeld("h1", true);
  await phone.dial("bob", {});
  assert.deepEqual(asked.filter(([who]) => who !== "exchange"),
    [["line", "answer", "c1"], ["home", "setHeld", "h1", true], ["home", "dial", "bob", {}]]);
});

test("public numbers and those for help go by the carrier, everything else and a call taken over by the exchange", async () => {
  const { phone, line, asked } = await joined();
  asked.length = 0;
  const dialed = ["+1 (555) 010-0177", "0301234567", "112", "110", "1002", "bob", "sip:+15550100177@example.com"];
  for (const destination of dialed) await phone.dial(destination);
  await phone.dial("+15550177", { replaces: "s1" });
  assert.deepEqual(asked.map(([who, , number]) => [who, number]), [
    ["line", "+15550100177"], ["line", "0301234567"], ["line", "112"], ["home", "110"], ["home", "1002"],
    ["home", "bob"], ["home", "sip:+15550100177@example.com"], ["home", "+15550177"],
  ]);
  line.store.set(snapshot([call({ direction: "outbound", phase: "ringing", number: "+15550100177", name: null })]));
  assert.equal(phone.getSnapshot().calls[0].number, "+15550100177");
});

test("a call that another device took stops ringing at once, and was not missed here", async () => {
  const { phone, line } = await joined();
  line.store.set(snapshot([call()]));
  await settled();
  phone.hear({ call_session_id: "s1", state: "answered_elsewhere", answered_by: { device: "d2", name: "bob-iphone" } });
  assert.deepEqual(phone.getSnapshot().calls, []);
  const [over] = phone.getSnapshot().ended;
  assert.deepEqual([over.ending.reason, over.answeredOn, over.name], ["answeredElsewhere", "bob-iphone", "Anna"]);
  // The carrier's own word of it comes later, and says less.
  line.store.set(snapshot([], [call({ phase: "ended", ending: makeEnding("cancelled") })]));
  assert.deepEqual(phone.getSnapshot().ended.map(({ ending }) => ending.reason), ["answeredElsewhere"]);
});

test("a call that is rung again in a later round rings, and one that was taken here keeps its own end", async () => {
  const { phone, line } = await joined();
  line.store.set(snapshot([call()]));
  phone.hear({ call_session_id: "s1", state: "over", reason: "declinedElsewhere" });
  assert.deepEqual(phone.getSnapshot().calls, []);
  phone.hear({ call_session_id: "s1", state: "ringing_again" });
  line.store.set(snapshot([call({ id: "c2" })]));
  assert.deepEqual(phone.getSnapshot().calls.map(({ id }) => id), ["c2"]);
  phone.hear({ call_session_id: "s1", state: "over", reason: "answeredElsewhere" });
  line.store.set(snapshot([], [call({ id: "c2", phase: "ended", connectedAt: 5, ending: makeEnding("completed") })]));
  assert.equal(phone.getSnapshot().ended[0].ending.reason, "completed");
});
