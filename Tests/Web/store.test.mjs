import assert from "node:assert/strict";
import { test } from "node:test";
import { makeUsePhone as makeUseInReact } from "../../Sources/Web/store/react.js";
import { select, Store } from "../../Sources/Web/store/store.js";
import { makeUsePhone as makeUseInVue } from "../../Sources/Web/store/vue.js";
import { World } from "./harness.mjs";

test("a snapshot stays the same object until something of it changes, and never changes itself", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const before = phone.getSnapshot();
  world.clock.advance(1_000);
  world.tell("event", {});
  assert.equal(phone.getSnapshot(), before);
  await phone.setMuted(id, false);
  assert.equal(phone.getSnapshot(), before);
  await phone.setMuted(id, true);
  const after = phone.getSnapshot();
  assert.notEqual(after, before);
  assert.equal(before.calls[0].isMuted, false);
  assert.equal(after.connection, before.connection);
  assert.equal(after.ended, before.ended);
  for (const value of [after, after.calls, after.calls[0], after.calls[0].state, after.connection, after.can]) {
    assert.ok(Object.isFrozen(value));
  }
});

test("a call that did not change stays the same object while another one does", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const [first] = phone.getSnapshot().calls;
  await phone.dial("carol");
  assert.equal(phone.getSnapshot().calls.find((call) => call.id === id), first);
});

test("listeners are told once for each change, and no more once they have left", () => {
  const store = new Store(1);
  let told = 0;
  const listener = () => { told += 1; };
  const leave = store.subscribe(listener);
  const leaveToo = store.subscribe(listener);
  store.set(2);
  store.set(2);
  assert.equal(told, 2);
  leave();
  leave();
  store.set(3);
  assert.equal(told, 3);
  leaveToo();
  store.set(4);
  assert.equal(told, 3);
});

test("a listener that throws is reported, and neither the phone nor the next listener is stopped", async (context) => {
  const reported = context.mock.method(console, "error", () => {});
  const world = new World();
  const phone = await world.ready();
  const mistake = new Error("a mistake of the app");
  const seen = [];
  phone.subscribe(() => { throw mistake; });
  phone.subscribe(() => seen.push(phone.getSnapshot().calls[0]?.phase));
  await phone.dial("alice");
  world.calls.describe();
  world.tell("ringing", { callID: world.request("invite").params.dialogParams.callID });
  assert.equal(seen.at(-1), "ringing");
  assert.ok(reported.mock.callCount() > 0);
  assert.ok(reported.mock.calls.every((call) => call.arguments[0] === mistake));
});

test("a part of a store is told of only when that part has changed", () => {
  const store = new Store({ a: 1, b: 1 });
  const part = select(store, ({ a }) => a);
  let told = 0;
  part.subscribe(() => { told += 1; });
  store.set({ a: 1, b: 2 });
  assert.equal(told, 0);
  store.set({ a: 2, b: 2 });
  assert.equal(told, 1);
  assert.equal(part.getSnapshot(), 2);
});

test("a phone has what a hook of the form of useSyncExternalStore asks a store for", async () => {
  const phone = await new World().ready();
  const asked = [];
  const usePhone = makeUseInReact((subscribe, getSnapshot, getServerSnapshot) => {
    asked.push(getSnapshot() === getServerSnapshot());
    subscribe(() => {})();
    return getSnapshot();
  });
  assert.equal(usePhone(phone), phone.getSnapshot());
  assert.deepEqual(asked, [true]);
});

test("a reference of the form of Vue's follows a phone until its scope is disposed of", async () => {
  const world = new World();
  const phone = await world.ready();
  let dispose = () => {};
  const usePhone = makeUseInVue({
    shallowRef: (value) => ({ value }),
    onScopeDispose: (leave) => { dispose = leave; },
  });
  const snapshot = usePhone(phone);
  const id = await phone.dial("alice");
  assert.equal(snapshot.value.calls[0].id, id);
  dispose();
  await phone.hangUp(id);
  assert.equal(snapshot.value.calls.length, 1);
});
