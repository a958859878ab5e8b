import assert from "node:assert/strict";
import { test } from "node:test";
import { Lab } from "../../Sources/Web/lab/lab.js";

const row = (i, more = {}) => ({ i, at: i * 10, kind: "message", from: "exchange", to: "bob-iphone", what: `m${i}`,
  ...more });
const phone = (count) => ({ id: "bob-iphone", calls: [], count });
/** Every row changes the phone: the world after row n has the count n. */
const change = (i) => ({ i, at: i * 10, key: "phone:bob-iphone", value: phone(i) });

/** A Lab of a page, whose exchange of messages the test carries out. */
class World {
  time = 0;
  asked = [];
  changes = [];
  lab = new Lab({ changed: (what) => this.changes.push(what), failed: (text) => this.changes.push(text),
    clock: () => this.time });

  constructor() {
    this.lab.socket = {
      link: { state: "open" },
      command: (name, more) => {
        this.asked.push({ name, ...more });
        return this.answer(name, more);
      },
    };
  }

  answer = () => Promise.reject(new Error("not answered"));

  /** What the Lab says first, of rows up to one number, telling the newest ones. */
  greet(next, told, more = {}) {
    const from = Math.max(0, next - told);
    this.lab.hear({
      is: "hello", lab: "one", began: 0, now: next * 10, first: 0, next, commands: ["range", "answer"], people: [],
        users: [],
      from, before: { "phone:bob-iphone": phone(from) }, state: { "phone:bob-iphone": phone(next - 1) },
      rows: Array.from({ length: next - from }, (_, index) => row(from + index)),
      changes: Array.from({ length: next - from - 1 }, (_, index) => change(from + index + 1)), quality: [], ...more,
    });
  }

  /** Answers a range as the Lab does: the state before the first row, and what changed up to after the last. */
  range(total) {
    this.answer = (name, { from, count }) => {
      const end = Math.min(total, from + count);
      const numbers = Array.from({ length: end - from }, (_, index) => from + index);
      return Promise.resolve({
        from, rows: numbers.map((i) => row(i)), state: { "phone:bob-iphone": phone(from) },
        changes: numbers.slice(1).concat(end).filter((i) => i < total).map(change), quality: [], first: 0, next: total,
      });
    };
  }

  batch(i, more = {}) {
    this.lab.hear({ is: "batch", now: i * 10, next: i + 1, rows: [row(i)], changes: [change(i)], quality: [],
      ...more });
  }

  count() { return this.lab.world["phone:bob-iphone"].count; }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a page begins with the newest rows and their states, live", () => {
  const world = new World();
  world.greet(900, 500);
  const { lab } = world;
  assert.equal(lab.moment.isLive, true);
  assert.equal(lab.phone, "bob-iphone");
  assert.equal(world.count(), 899);
  lab.goTo(450);
  assert.equal(world.count(), 450);
  assert.equal(lab.moment.isLive, false);
});

test("what happened before the page came is fetched, the newest first, with the states it had", async () => {
  const world = new World();
  world.range(5_000);
  world.greet(5_000, 500);
  for (let turn = 0; turn < 8; turn += 1) await settled();
  assert.deepEqual(world.asked.map(({ from, count }) => [from, count]), [[2_500, 2_000], [500, 2_000], [0, 500]]);
  const { lab } = world;
  assert.equal(lab.live.events.first, 0);
  for (const number of [0, 1, 499, 500, 501, 2_499, 2_500, 4_499, 4_500, 4_999]) {
    lab.goTo(number);
    assert.equal(world.count(), number, `row ${number}`);
  }
  assert.equal(lab.live.history.of("phone:bob-iphone").length, 4_999);
});

test("a Lab that tells no states with its rows is asked for them", async () => {
  const world = new World();
  world.range(30);
  world.greet(30, 20, { before: undefined, changes: undefined });
  for (let turn = 0; turn < 4; turn += 1) await settled();
  assert.deepEqual(world.asked.map(({ from, count }) => [from, count]), [[0, 30]]);
  world.lab.goTo(12);
  assert.equal(world.count(), 12);
});

test("a live page goes on between two messages, and with the next one", () => {
  const world = new World();
  world.greet(10, 10);
  world.time = 250;
  world.lab.tick();
  assert.equal(world.lab.moment.time, 350);
  world.batch(10, { now: 400 });
  world.lab.tick();
  assert.equal(world.lab.moment.time, 400);
  assert.equal(world.count(), 10);
  assert.equal(world.lab.rows.length, 11);
});

test("a page that looks at the past stays there while the run goes on, and after the Lab was lost", () => {
  const world = new World();
  world.greet(10, 10);
  world.lab.goTo(4);
  world.batch(10);
  assert.equal(world.count(), 4);
  world.greet(12, 12);
  assert.equal(world.lab.moment.isLive, false);
  assert.equal(world.count(), 4);
  world.greet(3, 3, { lab: "another" });
  assert.equal(world.lab.moment.isLive, true);
  assert.equal(world.count(), 2);
});

test("a person acts on what happens now only: live, and with the Lab reached", () => {
  const world = new World();
  assert.equal(world.lab.canAct, false);
  world.greet(10, 10);
  assert.equal(world.lab.canAct, true);
  world.lab.goTo(4);
  assert.equal(world.lab.canAct, false);
  world.lab.moment.follow();
  world.lab.socket.link.state = "lost";
  assert.equal(world.lab.canAct, false);
});

test("what the Lab refuses is told", async () => {
  const world = new World();
  world.greet(10, 10);
  assert.equal(await world.lab.do("answer", { phone: "bob-iphone" }), null);
  assert.ok(world.changes.includes("not answered"));
  assert.equal(world.lab.serves("answer"), true);
  assert.equal(world.lab.serves("dial"), false);
});

test("the sequence follows the newest call until the person chooses another", () => {
  const world = new World();
  world.greet(10, 10);
  const ring = (i, call) => world.batch(i, {
    rows: [row(i, { call })], changes: [{ i, at: i * 10, key: "race",
      value: { call, began: i * 10, end: null, lanes: [] } }],
  });
  ring(10, "first");
  assert.equal(world.lab.shownCall, "first");
  assert.equal(world.lab.rows.length, 1);
  assert.equal(world.lab.origin, 100);
  ring(11, "second");
  assert.equal(world.lab.shownCall, "second");
  world.lab.narrow({ call: "first" });
  ring(12, "third");
  assert.equal(world.lab.shownCall, "first");
  world.lab.narrow({ call: null });
  assert.equal(world.lab.rows.length, 13);
  assert.equal(world.lab.origin, 0);
});

test("a recording is shown from its beginning, the Lab's own run goes on behind it", () => {
  const world = new World();
  world.greet(10, 10);
  const run = world.lab.record({
    name: "a scenario", file: "a.yaml", on: "ours", end: 500, rows: [row(0), row(1)], changes: [change(1)],
    state: { "phone:bob-iphone": phone(0) }, promises: [], passed: true,
  });
  world.lab.show(run);
  assert.deepEqual([world.lab.moment.time, world.lab.moment.isLive, world.count()], [0, false, 0]);
  world.batch(10);
  assert.equal(world.lab.rows.length, 2);
  world.lab.record({ ...run, name: "a scenario", file: "a.yaml", on: "ours", end: 1, rows: [], changes: [],
    state: {} });
  assert.equal(world.lab.recordings.length, 1);
  world.lab.show(world.lab.live);
  assert.equal(world.count(), 10);
});

test("a link to another run of the Lab leads to the present one, and to no moment of it", () => {
  for (const [of, isLive] of [["one", false], [null, false], ["another", true]]) {
    const world = new World();
    world.lab.linked = 30;
    world.lab.linkedLab = of;
    world.greet(10, 10);
    assert.equal(world.lab.moment.isLive, isLive);
    assert.equal(world.changes.some((told) => told.startsWith("The link leads to another run")), isLive);
    assert.equal(world.lab.nameOfRun, "one");
  }
});
