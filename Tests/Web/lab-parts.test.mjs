import assert from "node:assert/strict";
import { test } from "node:test";
import { CallMachine, endReasons, events as callEvents, makeEnding,
  states } from "../../Sources/Web/call-model/call-model.js";
import { byRule } from "../../Sources/Web/lab/alert.js";
import { compare, wordOf } from "../../Sources/Web/lab/compare.js";
import { actOfKey, actsOfCalls, conditionsOf, served } from "../../Sources/Web/lab/acts.js";
import { edges, framed, isPassed, places, stateOf, toneOf, valuesOf } from "../../Sources/Web/lab/diagram.js";
import { Events } from "../../Sources/Web/lab/events.js";
import { Frame } from "../../Sources/Web/lab/frame.js";
import { actionOf } from "../../Sources/Web/lab/keymap.js";
import { lanesOf, marksOf, realRows, roomOf, rowHeight, scrollTo, windowOf } from "../../Sources/Web/lab/ladder.js";
import { newsOf } from "../../Sources/Web/lab/news.js";
import { namesOf } from "../../Sources/Web/lab/people.js";
import { columnsOf, runsOf } from "../../Sources/Web/lab/plots.js";
import { scaleOf, verdictOf } from "../../Sources/Web/lab/race.js";
import { Rows } from "../../Sources/Web/lab/rows.js";
import { found } from "../../Sources/Web/lab/scenarios.js";
import { labelsOf, ticksOf } from "../../Sources/Web/lab/timeline.js";
import { hashOf, partsOf, placeOf } from "../../Sources/Web/lab/traces.js";
import { pathOf, spansOf } from "../../Sources/Web/lab/tracks.js";
import * as words from "../../Sources/Web/lab/words.js";

const row = (i, more = {}) => ({ i, at: i, kind: "message", from: "exchange", to: "bob-iphone", what: `m${i}`,
  ...more });
const filled = (rows) => {
  const events = new Events();
  rows.forEach((one, i) => events.append({ ...one, i }));
  return events;
};
const nameOf = (number) => (number === "+15550177" ? "Anna" : number);
const phone = (more = {}) => ({
  id: "bob-iphone", user: "bob", profile: "ios26.4", naive: false, screen: "home", lock: "unlocked", app: "foreground",
  killed: null, network: "wifi", cutUntil: null, route: null, doNotDisturb: false, pushes: "prompt", ready: true,
  violations: 0, revoked: false, calls: [], recents: [], notifications: [], ...more,
});
const call = (more = {}) => ({ id: "c1", stage: "connected", name: "+15550177", held: false, muted: false, since: 0,
  ...more });

test("the diagram's edges are those of the generated call machine, and no other", () => {
  const made = new Set();
  for (const direction of ["outbound", "inbound"]) {
    const seen = new Set();
    const paths = [[]];
    while (paths.length > 0) {
      const path = paths.pop();
      for (const event of callEvents) {
        for (const reason of event === "released" ? endReasons : [undefined]) {
          const machine = new CallMachine(direction);
          for (const step of path) machine.handle(...step);
          const before = machine.state;
          const step = [event, reason && makeEnding(reason)];
          machine.handle(...step);
          if (before.progress !== machine.state.progress) made.add(`${before.progress} ${machine.state.progress}`);
          if (!seen.has(machine.state)) paths.push([...path, step]);
          seen.add(machine.state);
        }
      }
    }
  }
  const drawn = edges.flatMap(({ from, to }) => (from === "frame" ? framed : [from]).map((one) => `${one} ${to}`));
  assert.deepEqual(drawn.sort(), [...made].sort());
  assert.deepEqual(Object.keys(places).sort(), [...new Set(states.map(({ progress }) => progress))].sort());
});

test("the diagram has every value of every region, and finds the state and its names", () => {
  assert.deepEqual(valuesOf("hold"), ["off", "turningOn", "on", "turningOff"]);
  assert.deepEqual(valuesOf("link"), ["up", "renegotiating", "reconnecting", "lost"]);
  const held = stateOf({ direction: "inbound", progress: "active", hold: "on", remoteHold: "off", link: "up" });
  assert.equal(held.names.canonical, "ON_HOLD");
  assert.equal(stateOf({ progress: "idle", hold: "on" }), null);
  assert.equal(toneOf(held), "held");
  assert.equal(toneOf({ ...held, link: "reconnecting" }), "cut");
  assert.equal(toneOf({ ...held, hold: "off" }), "talking");
});

test("the path that a call came lights its edges", () => {
  const path = ["idle", "ringing", "disconnecting"];
  const passed = edges.filter((edge) => isPassed(edge, path)).map(({ from, to }) => `${from} ${to}`);
  assert.deepEqual(passed, ["idle ringing", "frame disconnecting"]);
});

test("spans and path of a call come from its changes", () => {
  const regions = (progress, more = {}) => ({ call: "s1", progress, hold: "off", remoteHold: "off", link: "up",
    ...more });
  const change = (i, value) => ({ i, at: i * 10, key: "call:bob", value });
  const changes = [change(1, regions("ringing")), change(2, regions("answering")), change(3, regions("active")),
    change(4, regions("active", { hold: "on" })), change(5, regions("ended")), change(6, null),
      change(7, regions("requesting"))];
  assert.deepEqual(spansOf(changes, undefined, 100).map(({ from, to, tone }) => [from, to, tone]),
    [[10, 30, "ringing"], [30, 40, "talking"], [40, 50, "held"], [70, 100, "ringing"]]);
  assert.deepEqual(pathOf(changes, { number: 3, time: 30 }), ["idle", "ringing", "answering", "active"]);
  assert.deepEqual(pathOf(changes, { number: 6, time: 60 }), []);
  assert.deepEqual(pathOf(changes, { number: 7, time: 70 }), ["idle", "requesting"]);
});

test("lanes go from the public network to the devices; a name's second part stands below it", () => {
  const parties = {
    "+15550177": { name: "Anna", kind: "public" }, exchange: { name: "Exchange", kind: "exchange" },
    apple: { name: "Apple", kind: "push" }, "bob-iphone": { name: "bob-iphone", kind: "iphone" },
    "carol-iphone": { name: "carol-iphone", kind: "iphone" }, "bob-browser": { name: "bob-browser", kind: "page" },
  };
  const lanes = lanesOf(["carol-iphone", "bob-browser", "exchange", "bob-iphone", "+15550177", "apple"], parties);
  assert.deepEqual(lanes.map(({ name, about }) => `${name} ${about}`),
    ["Anna public", "Exchange ", "Apple push", "bob iphone", "carol iphone", "bob browser"]);
});

test("about forty rows are elements, wherever one scrolls", () => {
  assert.deepEqual(windowOf({ top: 0, height: 400, length: 10_000 }), { from: 0, to: realRows });
  const middle = windowOf({ top: 5_000 * rowHeight, height: 400, length: 10_000 });
  assert.ok(middle.from <= 5_000 && middle.to >= 5_000 + Math.ceil(400 / rowHeight));
  assert.equal(middle.to - middle.from, realRows);
  assert.deepEqual(windowOf({ top: 1e9, height: 400, length: 10_000 }), { from: 9_960, to: 10_000 });
  assert.deepEqual(windowOf({ top: 0, height: 400, length: 3 }), { from: 0, to: 3 });
  assert.equal(windowOf({ top: 0, height: 2_200, length: 500 }).to, 101);
});

test("a row that can be seen is not scrolled to, one that is followed keeps its place", () => {
  const view = { index: 5, top: 0, height: 440, length: 1_000 };
  assert.equal(scrollTo(view, false), null);
  assert.equal(scrollTo({ ...view, index: 100 }, false), 88 * rowHeight);
  assert.equal(scrollTo({ ...view, index: 999 }, true), 980 * rowHeight);
  assert.equal(scrollTo({ ...view, index: 0 }, true), 0);
});

test("messages are arrows, pushes too, and what happens in one party has a shape of its own", () => {
  const events = filled([row(0), row(1, { kind: "push", from: "apple", to: "bob-iphone" }),
    row(2, { kind: "local", to: null }),
    row(3, { kind: "decision", to: null }), row(4, { kind: "violation", from: "bob-iphone", to: null }),
    row(5, { kind: "person", from: "bob-iphone", to: null })]);
  const rows = new Rows(events, {});
  const lanes = lanesOf(rows.parties, {});
  const marks = marksOf(events, Array.from({ length: rows.length }, (_, index) => rows.row(index)), 0, lanes, 300, 2);
  assert.deepEqual(marks.map(({ shape }) => shape), ["arrow", "arrow", "dot", "diamond", "cross", "disc"]);
  assert.deepEqual(marks.map(({ isLater }) => isLater), [false, false, false, true, true, true]);
  assert.deepEqual(marks.map(({ y }) => y), [11, 33, 55, 77, 99, 121]);
  assert.notEqual(marks[0].x, marks[0].toX);
});

test("the words of a row reach to the first lane that has something in that row", () => {
  const events = filled([row(0, { from: "+15550177", to: "exchange" }), row(1), row(2, { from: "bob-iphone", to: null }),
    row(3, { from: "bob-iphone", to: "exchange" })]);
  const lanes = lanesOf(new Rows(events, {}).parties, { "bob-iphone": { name: "bob-iphone", kind: "iphone" } });
  assert.deepEqual(lanes.map(({ id }) => id), ["+15550177", "exchange", "bob-iphone"]);
  const rooms = [0, 1, 2, 3].map((number) => Math.round(roomOf(events.get(number), lanes, 300)));
  assert.deepEqual(rooms, [41, 141, 241, 141]);
  assert.equal(roomOf({ from: "elsewhere", to: null }, lanes, 300), 290);
});

test("a compared run says how much later each event came, which are missing, and which only one has", () => {
  const own = filled([row(0, { what: "invite" }), row(1, { what: "ringing", at: 10 }),
    row(2, { what: "answer", at: 20 }),
    row(3, { what: "ringing", at: 30 })]);
  const other = filled([row(0, { what: "invite", at: 100 }), row(1, { what: "ringing", at: 122 }),
    row(2, { what: "bye", at: 124 }), row(3, { what: "ringing", at: 130 })]);
  const side = (events, origin) => ({ rows: new Rows(events, {}), events, origin });
  const { deltas, ghosts, rows } = compare(side(own, 0), side(other, 100));
  assert.deepEqual([0, 1, 2, 3].map((number) => wordOf(deltas.get(number))), [null, "+12 ms", "only here", null]);
  assert.deepEqual(ghosts, [2]);
  assert.deepEqual(Array.from({ length: rows.length }, (_, index) => rows.row(index).kind),
    ["event", "event", "event", "ghost", "event"]);
  assert.equal(rows.indexOf(3), 4);
});

test("the start and the finish of a race are magnified, the wait between them is folded", () => {
  const lane = (device, sent, rings, end, mark) => ({ device, sent, via: "push", rings, end, revoked: false, mark, note: "" });
  const race = { call: "c", began: 1_000, end: 3_010, outcome: null,
    lanes: [lane("a", 1_004, 1_008, 3_009, "won"), lane("b", 1_005, 1_020, 3_010, "lost")] };
  const { x, fold, ticks } = scaleOf(race, 4_000, 400);
  assert.ok(fold !== null && x(20) < fold && x(2_009) > fold);
  assert.ok(x(20) > 100, "20 of 2,010 milliseconds take more than a quarter of the width");
  assert.ok(x(2_010) <= 400);
  assert.equal(ticks.length, 5);
  assert.equal(scaleOf({ ...race, end: 1_030, lanes: [lane("a", 1_004, 1_008, 1_030, "won")] }, 4_000, 400).fold, null);
});

test("a bar says what became of its device, without its color", () => {
  const race = { call: "c", began: 0, end: null, outcome: null, lanes: [] };
  const lane = { device: "a", sent: 4, via: "push", rings: 20, end: 2_010, revoked: false, mark: "lost", note: "" };
  assert.equal(verdictOf(lane, 2, race), "");
  assert.equal(verdictOf(lane, 10, race), "on its way");
  assert.equal(verdictOf(lane, 30, race), "rings after 16.0 ms");
  assert.equal(verdictOf(lane, 2_010, race), "answered elsewhere");
  assert.equal(verdictOf({ ...lane, mark: "won", note: "answered 2 007" }, 3_000, race), "✓ won, answered 2 007");
  assert.equal(verdictOf({ ...lane, rings: null, mark: "killed" }, 3_000, race), "app killed, never rang");
  const revoked = { ...lane, rings: null, end: null, revoked: true, mark: "waiting" };
  assert.equal(verdictOf(revoked, 30, race), "gets no more pushes");
  assert.equal(verdictOf({ ...revoked, rings: 20 }, 30, race), "rings after 16.0 ms", "over its socket it rings");
  assert.equal(verdictOf({ ...lane, rings: null, mark: "ended" }, 3_000, race), "never rang");
});

test("a plot has a gap where nothing was measured", () => {
  const columns = new Float32Array(40).fill(NaN);
  for (const at of [2, 6, 10, 25, 29]) columns[at] = 4;
  assert.deepEqual(runsOf(columns, 8), [[2, 6, 10], [25, 29]]);
  assert.deepEqual(runsOf(columns, 0.1), [[2], [6], [10], [25], [29]]);
  assert.deepEqual(runsOf(new Float32Array(3).fill(NaN), 1), []);
});

test("a plot keeps the least and the greatest value of each pixel column", () => {
  const samples = [[0, 4], [1, 2], [2, 3], [50, 5], [99, null]].map(([at, mos]) =>
    ({ at, phone: "a", mos, jitter: 0, loss: 0 }));
  const { least, most } = columnsOf(samples, "mos", 0, 100, 10);
  assert.deepEqual([least[0], most[0], least[5], most[5]], [2, 4, 5, 5]);
  assert.ok(Number.isNaN(least[9]) && Number.isNaN(most[1]));
});

test("on the time line a broken rule covers what else falls on its pixel", () => {
  const events = filled([row(0, { at: 0 }), row(1, { at: 50, kind: "violation" }), row(2, { at: 50 }),
    row(3, { at: 99, kind: "push" }),
    row(4, { at: 500 })]);
  const ticks = ticksOf(events, 0, 100, 11);
  assert.deepEqual([ticks[0], ticks[5], ticks[9], ticks[1]], [1, 5, 2, 0]);
  assert.deepEqual(labelsOf(0, 20_000, 400), [0, 5_000, 10_000, 15_000, 20_000]);
});

test("keys do what the page says, none of them in a field, and letters only where they are on", () => {
  const press = (key, on = "other", more = {}) => actionOf({ key, on, ...more }, true)?.action ?? null;
  assert.equal(press(" "), "play");
  assert.equal(press(" ", "button"), null);
  assert.equal(press("ArrowLeft"), "previous");
  assert.equal(press("ArrowRight", "range"), "next");
  assert.equal(press("End"), "live");
  assert.equal(press("k", "field", { ctrl: true }), "scenarios");
  assert.equal(press("a", "field"), null);
  assert.equal(press("a", "other", { alt: true }), null);
  assert.deepEqual(actionOf({ key: "a", on: "button" }, true), { action: "act", argument: "A" });
  assert.deepEqual(actionOf({ key: "3", on: "other" }, true), { action: "choose", argument: 2 });
  for (const key of ["a", "3", "v"]) assert.equal(actionOf({ key, on: "other" }, false), null);
  assert.equal(actionOf({ key: "End", on: "other" }, false).action, "live");
});

test("a ringing phone in a call offers three ways, an idle one none", () => {
  const labels = (more) => actsOfCalls(phone(more), nameOf).map(({ label }) => label);
  assert.deepEqual(labels({}), []);
  assert.deepEqual(labels({ calls: [call({ stage: "ringing" })] }), ["Answer", "Decline"]);
  assert.deepEqual(labels({ calls: [call()] }), ["Hold", "Mute", "End"]);
  assert.deepEqual(labels({ calls: [call(), call({ id: "c2", stage: "ringing" })] }).slice(0, 3),
    ["Hold and answer", "End the call with Anna and answer", "Decline"]);
  assert.ok(labels({ calls: [call({ held: true }), call({ id: "c2" })] }).includes("Swap"));
});

test("a toggle keeps its name and does the opposite of its state", () => {
  const [hold, mute] = actsOfCalls(phone({ calls: [call({ held: true, muted: true })] }), nameOf);
  assert.deepEqual([hold.label, hold.command, hold.isOn], ["Hold", "resume", true]);
  assert.deepEqual([mute.label, mute.command, mute.isOn], ["Mute", "unmute", true]);
});

test("only what the Lab serves is on the page", () => {
  const groups = served(conditionsOf(phone(), 0, ["ios18"]), (command) => command === "network" || command === "lock");
  assert.deepEqual(groups.map(({ name }) => name), ["Network", "Phone"]);
  assert.deepEqual(groups[0].buttons.map(({ label }) => label), ["Other Wi-Fi"]);
  assert.deepEqual(served(conditionsOf(phone(), 0, []), () => false), []);
});

test("a cut under way says when it ends, and is no network that was chosen", () => {
  const [network] = conditionsOf(phone({ network: "none", cutUntil: 5_000 }), 1_000, []);
  assert.equal(network.note, "cut, back in 4.0 s");
  assert.ok(network.choices.every(({ isOn }) => !isOn));
});

test("a key's act fits the phone: what cannot be done is not done", () => {
  const command = (key, more) => actOfKey(key, phone(more), nameOf)?.command ?? null;
  assert.equal(command("A", {}), null);
  assert.equal(command("A", { calls: [call({ stage: "ringing" })] }), "answer");
  assert.equal(command("A", { calls: [call(), call({ id: "c2", stage: "ringing" })] }), "holdAndAnswer");
  assert.equal(command("L", {}), "lock");
  assert.equal(command("L", { lock: "locked" }), "unlock");
  assert.deepEqual(actOfKey("N", phone({ network: "none" }), nameOf).more, { to: "wifi" });
});

test("a phone is a sentence", () => {
  assert.equal(words.sentenceOf(phone({ screen: "banner", calls: [call({ stage: "ringing" })] }), undefined, nameOf),
    "bob-iphone, iOS 26.4: Anna calls, banner; app foreground; unlocked; Wi-Fi");
  const broken = phone({ screen: "lock", lock: "locked", app: "notRunning", killed: { why: "", at: 1 }, violations: 1,
    naive: true,
    network: "none" });
  assert.equal(words.sentenceOf(broken, undefined, nameOf),
    "bob-iphone, iOS 26.4, naive: lock screen; app killed; locked; no network; broke a rule");
  assert.equal(words.screenOf(phone({ screen: "call", calls: [call()] }), { link: "reconnecting" }, nameOf),
    "call with Anna, reconnecting");
});

test("times are told as a person reads them", () => {
  assert.equal(words.milliseconds(2_007.3), "2\u2009007.3");
  assert.equal(words.moment(12_300), "12.300 s");
  assert.equal(words.moment(247_250), "4:07.250");
  assert.equal(words.moment(3_600_000, 0), "1:00:00");
  assert.equal(words.span(1_950), "1.95 s");
  assert.equal(words.span(200_000), "3 min 20 s");
  assert.equal(words.talked(137_900), "02:17");
});

test("ringing and broken rules are said at once, the rest politely; what did not change is not said", () => {
  const before = { "phone:bob-iphone": phone(), violations: [] };
  const rings = { ...before, "phone:bob-iphone": phone({ screen: "banner", calls: [call({ stage: "ringing" })] }) };
  assert.deepEqual(newsOf(before, rings, nameOf).urgent, ["bob-iphone rings: Anna"]);
  assert.deepEqual(newsOf(rings, rings, nameOf), { urgent: [], polite: [] });
  const broke = { ...rings, violations: [{ i: 3, phone: "dave-iphone", rule: "C2", name: "reported in time" }] };
  assert.deepEqual(newsOf(rings, broke, nameOf).urgent, ["dave-iphone broke rule C2: reported in time"]);
  const regions = { progress: "active", hold: "off", link: "up" };
  const talks = { ...rings, "call:bob-iphone": regions };
  assert.deepEqual(newsOf(rings, talks, nameOf).polite, ["bob-iphone talks"]);
  assert.deepEqual(newsOf(talks, { ...talks, "call:bob-iphone": { ...regions, hold: "on" } }, nameOf).polite,
    ["bob-iphone holds"]);
});

test("broken rules are listed by rule, the newest first", () => {
  const list = [{ i: 1, rule: "C2" }, { i: 2, rule: "C5" }, { i: 3, rule: "C2" }];
  assert.deepEqual(byRule(list).map((group) => group.map(({ i }) => i)), [[3, 1], [2]]);
});

test("scenarios are found by words, in their folders", () => {
  const scenario = (folder, name) => ({ folder, name, about: "", file: `${folder}/x.yaml` });
  const all = [scenario("pitfalls", "the same push twice"), scenario("pitfalls", "awaits"),
    scenario("recovery", "a cut")];
  assert.deepEqual([...found(all, "PUSH twice").entries()].map(([folder, list]) => [folder, list.length]),
    [["pitfalls", 1]]);
  assert.equal(found(all, "").size, 2);
  assert.equal(found(all, "nothing like it").size, 0);
});

test("a large trace is cut at line ends, and nothing of it is lost", () => {
  const text = Array.from({ length: 100 }, (_, index) => `{"line":${index}}`).join("\n");
  const parts = partsOf(text, 96);
  assert.equal(parts.join(""), text);
  assert.ok(parts.length > 10 && parts.slice(0, -1).every((part) => part.endsWith("\n") && JSON.stringify(part).length <= 96));
  const long = partsOf("x\u20ac".repeat(50), 24);
  assert.equal(long.join(""), "x\u20ac".repeat(50));
  assert.ok(long.every((part) => Buffer.byteLength(JSON.stringify(part)) <= 24 + 2));
  assert.deepEqual(partsOf(""), [""]);
});

test("a link leads to a run, a moment and a phone", () => {
  const place = { time: 12_300.5, phone: "bob-iphone", file: "pitfalls/01.yaml", on: "naive", lab: "run 1" };
  assert.deepEqual(placeOf(hashOf(place)), place);
  assert.deepEqual(placeOf("#t=-4&on=other"), { time: null, phone: null, file: null, on: null, lab: null });
});

test("the title of a phone's sound has the tones that its loudspeaker plays", () => {
  assert.equal(words.heardBy({ id: "bob-iphone", tones: [440, 700] }), "bob-iphone hears 440 Hz, 700 Hz");
  assert.equal(words.heardBy({ id: "bob-iphone", tones: [] }), "what bob-iphone hears");
});

test("a frame draws each marked part once, and one that cannot be seen when it can be", () => {
  const asked = [];
  const drawn = [];
  const seen = { visible: true, hidden: false };
  const frame = new Frame({ before: () => {}, ask: (draw) => asked.push(draw), isVisible: (element) => seen[element] });
  frame.part("a", "visible", () => drawn.push("a"));
  frame.part("b", "hidden", () => drawn.push("b"));
  frame.mark("a");
  frame.mark("a", "b");
  assert.equal(asked.length, 1);
  asked.shift()(0);
  assert.deepEqual(drawn, ["a"]);
  seen.hidden = true;
  frame.wake();
  asked.shift()(16);
  assert.deepEqual(drawn, ["a", "b"]);
});

test("A party is named by its id, and by its number with the organization behind it", () => {
  const nameOf = namesOf({ "+15550177": { name: "Anna", kind: "public" } });
  assert.equal(nameOf("+15550177"), "Anna");
  assert.equal(nameOf("+15550177 · Acme Limited"), "Anna · Acme Limited");
  assert.equal(nameOf("+1 · Acme Limited"), "+1 · Acme Limited");
});
