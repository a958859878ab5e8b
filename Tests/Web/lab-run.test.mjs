import assert from "node:assert/strict";
import { test } from "node:test";
import { Events } from "../../Sources/Web/lab/events.js";
import { History, shared, spacing } from "../../Sources/Web/lab/history.js";
import { Moment } from "../../Sources/Web/lab/moment.js";
import { Qualities } from "../../Sources/Web/lab/qualities.js";
import { Rows } from "../../Sources/Web/lab/rows.js";
import { sessionsOf } from "../../Sources/Web/lab/sessions.js";

const row = (i, more = {}) => ({ i, at: i, kind: "message", from: "exchange", to: "bob-iphone", what: `m${i}`,
  ...more });
const filled = (rows, capacity) => {
  const events = new Events(capacity);
  for (const one of rows) events.append(one);
  return events;
};
const many = (count, more = () => ({})) => Array.from({ length: count }, (_, i) => row(i, more(i)));

test("the newest hundred thousand events are kept, the older ones make room", () => {
  const events = new Events();
  for (let i = 0; i < 100_500; i += 1) events.append(row(i, { what: "ping" }));
  assert.equal(events.first, 500);
  assert.equal(events.end, 100_500);
  assert.equal(events.has(499), false);
  assert.deepEqual(events.get(100_499), { ...row(100_499), what: "ping", more: "", call: null, rule: null });
});

test("texts that come again are kept once", () => {
  const events = filled(many(1_000, () => ({ what: "invite", call: "c1", rule: "C2" })));
  assert.equal(events.strings.number("invite"), events.whats[7]);
  assert.equal(events.strings.text(events.calls[9]), "c1");
  assert.equal(events.strings.text(0), null);
});

test("texts that no row has any more are forgotten, and those that a row has stay", () => {
  const events = filled(many(60_000, (i) => ({ call: `c${i}`, what: i % 2 === 0 ? "invite" : "answer" })), 1_000);
  assert.ok(events.strings.size <= 21_000, `${events.strings.size} texts`);
  assert.deepEqual([59_000, 59_999].map((i) => [events.get(i).call, events.get(i).what]),
    [["c59000", "invite"], ["c59999", "answer"]]);
});

test("older events come before those that are kept, as far as there is room", () => {
  const events = filled([row(10), row(11)], 5);
  events.prepend([row(6), row(7), row(8), row(9)]);
  assert.equal(events.first, 7);
  assert.equal(events.get(7).what, "m7");
  assert.equal(events.lastBy(8.5), 8);
});

test("a row that does not follow on the last one begins the run anew", () => {
  const events = filled([row(0), row(1), row(40)]);
  assert.equal(events.first, 40);
  assert.equal(events.end, 41);
});

test("what the Lab does to a phone happens to the phone", () => {
  const event = filled([row(0, { kind: "lab", from: "lab", to: "bob-iphone" })]).get(0);
  assert.equal(event.from, "bob-iphone");
  assert.equal(event.to, null);
});

test("the world at any row is the same, whichever way one comes to it", () => {
  const history = new History({ "phone:a": { count: -1 } });
  const changes = Array.from({ length: spacing * 3 + 7 }, (_, i) =>
    ({ i, at: i, key: i % 5 === 4 ? `call:${i}` : "phone:a", value: i % 7 === 6 ? null : { count: i } }));
  const worlds = [];
  let world = { "phone:a": { count: -1 } };
  for (const change of changes) {
    history.append(structuredClone(change));
    world = { ...world, [change.key]: change.value };
    if (change.value === null) delete world[change.key];
    worlds.push(world);
  }
  assert.deepEqual(history.head, world);
  for (const number of [0, 499, 500, 501, 1_200, 3, 1_499, 1_500, 1_506, 700]) {
    assert.deepEqual(history.at(number, number), worlds[number], `row ${number}`);
  }
  assert.deepEqual(history.at(-1, -1), { "phone:a": { count: -1 } });
});

test("a change after the last row holds once its own time has come", () => {
  const history = new History({});
  history.append({ i: 3, at: 10, key: "exchange", value: { calls: 1 } });
  assert.deepEqual(history.at(2, 9.9), {});
  assert.deepEqual(history.at(2, 10), { exchange: { calls: 1 } });
  assert.deepEqual(history.at(3, 0), { exchange: { calls: 1 } });
});

test("older changes can be told later, with the world before them", () => {
  const history = new History({ a: 3 });
  history.append({ i: 9, at: 9, key: "a", value: 4 });
  history.prepend({ a: 0 }, [{ i: 1, at: 1, key: "a", value: 1 }, { i: 2, at: 2, key: "a", value: 3 }]);
  assert.deepEqual([0, 1, 2, 5, 9].map((number) => history.at(number, number).a), [0, 1, 3, 3, 4]);
  assert.deepEqual(history.of("a").map(({ value }) => value), [1, 3, 4]);
  assert.equal(history.before("a"), 0);
});

test("changes beyond the capacity are forgotten, and the rest is still right", () => {
  const history = new History({}, 1_000);
  for (let i = 0; i < 5_000; i += 1) history.append({ i, at: i, key: "a", value: i });
  assert.equal(history.at(4_500, 4_500).a, 4_500);
  assert.equal(history.at(4_999, 4_999).a, 4_999);
  assert.ok(history.of("a").length <= 2_000);
});

test("a part of a phone that stays as it was is kept once", () => {
  const before = { id: "bob", recents: [{ name: "Anna" }], calls: [{ stage: "ringing" }] };
  const after = shared(before, { id: "bob", recents: [{ name: "Anna" }], calls: [{ stage: "connected" }] });
  assert.equal(after.recents, before.recents);
  assert.notEqual(after.calls, before.calls);
  assert.equal(shared(before, structuredClone(before)), before);
  assert.deepEqual(shared({ a: 1, b: 2 }, { a: 1 }), { a: 1 });
});

test("one moment rules: a live one goes with the run, any other one stays", () => {
  const events = filled(many(10));
  const moment = new Moment(events);
  moment.reach(20);
  assert.deepEqual([moment.time, moment.number, moment.isLive], [20, 9, true]);
  moment.seek(4.5);
  assert.deepEqual([moment.number, moment.isLive], [4, false]);
  moment.reach(50);
  assert.equal(moment.time, 4.5);
  moment.follow();
  assert.deepEqual([moment.time, moment.isLive], [50, true]);
  moment.seek(-5);
  assert.deepEqual([moment.time, moment.number], [0, 0]);
});

test("steps go from event to event, also where two have the same time", () => {
  const moment = new Moment(filled([row(0), row(1, { at: 7 }), row(2, { at: 7 }), row(3, { at: 9 })]));
  moment.reach(10);
  moment.seekEvent(1);
  moment.step(1);
  assert.deepEqual([moment.number, moment.time], [2, 7]);
  moment.step(-1);
  assert.deepEqual([moment.number, moment.time], [1, 7]);
  moment.step(-5);
  assert.equal(moment.number, 0);
});

test("playing moves the moment at its speed, and ends with the run", () => {
  const moment = new Moment(filled(many(100)));
  moment.reach(99);
  moment.seek(10);
  moment.advance(16);
  assert.equal(moment.time, 10);
  moment.speed = 0.25;
  moment.toggle();
  moment.advance(16);
  assert.equal(moment.time, 14);
  moment.speed = 8;
  moment.advance(100);
  assert.deepEqual([moment.time, moment.isPlaying], [99, false]);
  moment.toggle();
  assert.deepEqual([moment.time, moment.isPlaying], [0, true]);
});

test("a run is played backwards to its beginning, and from its end again", () => {
  const moment = new Moment(filled(many(100)));
  moment.reach(99);
  moment.seek(10);
  moment.speed = -1;
  moment.toggle();
  moment.advance(4);
  assert.deepEqual([moment.time, moment.number], [6, 6]);
  moment.advance(100);
  assert.deepEqual([moment.time, moment.number, moment.isPlaying], [0, 0, false]);
  moment.toggle();
  assert.deepEqual([moment.time, moment.isPlaying], [99, true]);
});

test("silence is folded and says how long it was", () => {
  const rows = new Rows(filled([row(0), row(1, { at: 50 }), row(2, { at: 2_000 })]), {});
  assert.deepEqual([0, 1, 2, 3].map((index) => rows.row(index).kind), ["event", "event", "silence", "event"]);
  assert.equal(rows.row(2).length, 1_950);
});

test("repeats fold into one row; what a person does, and what differs in its details, does not", () => {
  const same = { what: "ping", more: "" };
  const rows = new Rows(filled([row(0, same), row(1, same), row(2, same), row(3, { ...same, more: "to carol" }),
    row(4, { ...same, kind: "person" }), row(5, { ...same, kind: "person" })]), {});
  assert.deepEqual([0, 1, 2, 3].map((index) => rows.row(index).count), [3, 1, 1, 1]);
  assert.equal(rows.length, 4);
  assert.equal(rows.indexOf(1), 0);
  assert.equal(rows.indexOf(3), 1);
});

test("rows come as events do, and each event has its row", () => {
  const events = filled(many(50));
  const rows = new Rows(events, {});
  assert.equal(rows.length, 50);
  events.append(row(50, { at: 5_000 }));
  assert.equal(rows.extend(), true);
  assert.equal(rows.extend(), false);
  assert.equal(rows.length, 52);
  assert.equal(rows.indexOf(50), 51);
  assert.equal(rows.indexOf(49), 49);
  assert.equal(rows.indexOf(-1), -1);
});

test("a call's sequence has its own events, and what happens to its devices alone", () => {
  const rows = new Rows(filled([
    row(0, { from: "bob-iphone", to: null, what: "before" }), row(1, { call: "c1", to: "bob-iphone" }),
    row(2, { call: "c2", to: "carol-iphone" }), row(3, { kind: "lab", from: "lab", to: "bob-iphone",
      what: "network off" }),
    row(4, { kind: "lab", from: "lab", to: "carol-iphone" }),
      row(5, { from: "exchange", to: null, what: "housekeeping" }),
  ]), { call: "c1" });
  assert.deepEqual([0, 1].map((index) => rows.row(index).number), [1, 3]);
  assert.equal(rows.length, 2);
  assert.deepEqual([...rows.parties], ["exchange", "bob-iphone"]);
});

test("a filter and words narrow the shown rows; a broken rule stays with messages and pushes", () => {
  const events = filled([row(0), row(1, { kind: "push", what: "ring" }), row(2, { kind: "local", to: null }),
    row(3, { kind: "violation", to: null, rule: "C2" }), row(4, { more: "opus", what: "answer" })]);
  const numbers = (choice) => {
    const rows = new Rows(events, choice);
    return Array.from({ length: rows.length }, (_, index) => rows.row(index).number);
  };
  assert.deepEqual(numbers({ filter: "messages" }), [0, 3, 4]);
  assert.deepEqual(numbers({ filter: "pushes" }), [1, 3]);
  assert.deepEqual(numbers({ filter: "phones" }), [2, 3]);
  assert.deepEqual(numbers({ search: "OPUS" }), [4]);
  assert.deepEqual(numbers({ search: "bob-iphone ring" }), [1]);
});

test("rows of events that made room are let go", () => {
  const events = new Events(2_000);
  const rows = new Rows(events, {});
  for (let i = 0; i < 10_000; i += 1) {
    events.append(row(i));
    if (i % 100 === 99) rows.extend();
  }
  assert.ok(rows.length <= 3_100);
  assert.equal(rows.row(rows.length - 1).number, 9_999);
});

test("the calls of a run are listed, the newest first", () => {
  const events = filled(many(9, (i) => ({ call: i < 2 ? undefined : `c${Math.floor(i / 3)}` })));
  assert.deepEqual(sessionsOf(events, 2).map(({ call, at }) => [call, at]), [["c2", 6], ["c1", 3]]);
});

test("quality that is older than two seconds is unknown", () => {
  const qualities = new Qualities();
  const sample = (at, mos) => ({ at, phone: "bob", mos, jitter: 0, loss: 0 });
  qualities.add(sample(1_000, 4.2));
  qualities.add(sample(1_250, 4.3));
  qualities.add(sample(500, 4.1));
  qualities.add(sample(500, 4.1));
  assert.deepEqual(qualities.of("bob").map(({ at }) => at), [500, 1_000, 1_250]);
  assert.equal(qualities.latest("bob", 1_100).mos, 4.2);
  assert.equal(qualities.latest("bob", 3_251), null);
  assert.equal(qualities.latest("bob", 100), null);
  assert.equal(qualities.latest("carol", 1_000), null);
});
