import assert from "node:assert/strict";
import { test } from "node:test";
import { noticeOf } from "../../Sources/Web/lab/notices.js";
import { LabSocket } from "../../Sources/Web/lab/socket.js";

const hello = (more = {}) => ({ is: "hello", protocol: 1, lab: "one", ...more });

/** A page and a Lab whose every word the test says. */
class World {
  now = 10_000;
  sockets = [];
  timers = [];
  heard = [];
  links = [];

  constructor() {
    this.page = new LabSocket("ws://lab/socket", {
      heard: (message) => this.heard.push(message.is), changed: (link) => this.links.push(link.state),
    }, {
      open: (url, protocols) => {
        const socket = { url, protocols, sent: [], send(text) { this.sent.push(JSON.parse(text)); } };
        this.sockets.push(socket);
        return socket;
      },
      now: () => this.now,
      startTimer: (wait, due) => this.timers.push({ wait, due }),
      stopTimer: () => { this.timers = []; },
    });
    this.page.connect();
  }

  get socket() { return this.sockets.at(-1); }
  tell(message) { this.socket.onmessage({ data: JSON.stringify(message) }); }
  lose() { this.socket.onclose(); }
  due() { this.timers.shift().due(); }
}

test("a page says which protocol it speaks, and is connected once the Lab has greeted", () => {
  const world = new World();
  assert.equal(world.socket.protocols, "carillon-lab.1");
  assert.equal(world.page.link.state, "connecting");
  world.tell({ is: "batch" });
  assert.deepEqual(world.heard, []);
  world.tell(hello());
  assert.equal(world.page.link.state, "open");
  world.tell({ is: "batch" });
  assert.deepEqual(world.heard, ["hello", "batch"]);
});

test("a command is answered by its id, with a value or a sentence that says what was wrong", async () => {
  const world = new World();
  world.tell(hello());
  const first = world.page.command("answer", { phone: "bob-iphone" });
  const second = world.page.command("hold", { phone: "bob-iphone" });
  assert.deepEqual(world.socket.sent, [
    { id: 1, do: "answer", phone: "bob-iphone" }, { id: 2, do: "hold", phone: "bob-iphone" },
  ]);
  world.tell({ is: "answer", id: 2, error: "bob-iphone has no call" });
  world.tell({ is: "answer", id: 1 });
  assert.deepEqual(await first, {});
  await assert.rejects(second, /bob-iphone has no call/);
});

test("a lost Lab is tried again after longer and longer waits, and at once when the person says so", () => {
  const world = new World();
  world.tell(hello());
  for (const wait of [1_000, 2_000, 4_000, 8_000, 8_000]) {
    world.lose();
    assert.equal(world.timers[0].wait, wait);
    assert.equal(world.page.link.retryAt, world.now + wait);
    world.due();
  }
  assert.equal(world.sockets.length, 6);
  world.lose();
  world.page.retry();
  assert.equal(world.sockets.length, 7);
  assert.equal(world.timers.length, 0);
  world.page.retry();
  assert.equal(world.sockets.length, 7);
  world.tell(hello());
  assert.equal(world.page.link.lostAt, null);
  world.lose();
  assert.equal(world.timers[0].wait, 1_000);
});

test("a command that the Lab did not answer before it was lost fails, and so does one while it is lost", async () => {
  const world = new World();
  world.tell(hello());
  const command = world.page.command("dial", { phone: "bob-iphone", user: "carol" });
  world.lose();
  await assert.rejects(command, /lost before it answered/);
  await assert.rejects(world.page.command("dial"), /not reached/);
});

test("a socket that was given up is heard no more", () => {
  const world = new World();
  world.tell(hello());
  const old = world.socket;
  world.lose();
  world.due();
  old.onmessage({ data: JSON.stringify({ is: "batch" }) });
  old.onclose();
  assert.deepEqual(world.heard, ["hello"]);
  assert.equal(world.timers.length, 0);
});

test("a hidden page asks for counts, also after the Lab came back, and for all when it is seen again", () => {
  const world = new World();
  world.tell(hello());
  world.page.hide(true);
  world.page.hide(true);
  assert.deepEqual(world.socket.sent.map(({ what }) => what), ["counts"]);
  world.lose();
  world.due();
  world.tell(hello());
  assert.deepEqual(world.socket.sent.map(({ what }) => what), ["counts"]);
  world.page.hide(false);
  assert.deepEqual(world.socket.sent.map(({ what }) => what), ["counts", "all"]);
});

test("a Lab of another version is not tried again", () => {
  const world = new World();
  world.tell(hello({ protocol: 2 }));
  assert.equal(world.page.link.state, "foreign");
  world.lose();
  assert.equal(world.timers.length, 0);
  assert.match(noticeOf(world.page.link, world.now).title, /another version/);
});

test("a text that is no message is passed over", () => {
  const world = new World();
  world.socket.onmessage({ data: "no JSON" });
  world.socket.onmessage({ data: new ArrayBuffer(2) });
  world.tell(hello());
  world.tell({ is: "answer", id: 77 });
  assert.equal(world.page.link.state, "open");
});

test("a person who waits sees when the next try is, and of when the page is", () => {
  const link = { state: "lost", retryAt: 13_000, lostAt: new Date(2026, 10, 22, 22, 14, 7).getTime() };
  assert.equal(noticeOf(link, 10_001).text, "You see it as it was at 22:14:07. Next try in 3 s.");
  assert.equal(noticeOf(link, 10_001, false).text, "Next try in 3 s.");
  assert.equal(noticeOf({ ...link, retryAt: null }, 0).canRetry, false);
  assert.equal(noticeOf({ state: "open", retryAt: null, lostAt: null }, 0), null);
});
