// Video beside the voice of a call: which orders the media gets, what the other side is told, and what the snapshot says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NativePhone } from "../../Sources/Web/providers/native-phone.js";
import { videoOf } from "../../Sources/Web/calls/sdp.js";
import { offer, only, World } from "./harness.mjs";

/** A description that says something of video. */
const seen = (direction = "sendrecv", name = "hers", print = "BB", port = 9) =>
  `${offer(name, print)}m=video ${port} UDP/TLS/RTP/SAVPF 96\r\na=mid:1\r\na=${direction}\r\na=rtpmap:96 VP8/90000\r\n`;
const open = (world) => world.calls.report({ kind: "camera", trouble: null });
const invite = (world, sdp) => world.tell("invite", { callID: "call-1", sdp, caller_id_name: "Alice A." });
const videoIn = (phone) => {
  const { isVideoOn, peerVideo, videoTrouble } = only(phone);
  return [isVideoOn, peerVideo, videoTrouble];
};

/** A page that talks with alice, with both cameras on. */
async function seeing(more) {
  const world = new World();
  const phone = await world.ready({}, more);
  const id = await phone.dial("alice", { video: true });
  open(world);
  world.calls.describe(seen("sendrecv", "mine", "AA"));
  world.tell("answer", { callID: id, sdp: seen() });
  world.calls.accept();
  world.calls.connect();
  return { world, phone, id };
}

test("a description says what its writer does with video", () => {
  assert.equal(videoOf(offer()), "none");
  for (const [direction, says] of [["sendrecv", "on"], ["sendonly", "on"], ["recvonly", "off"], ["inactive", "off"]]) {
    assert.equal(videoOf(seen(direction)), says);
  }
  assert.equal(videoOf(seen("inactive", "hers", "BB", 0)), "refused");
  assert.equal(videoOf(`${seen("sendrecv", "hers", "BB", 0)}a=bundle-only\r\n`), "on");
  // The direction of another section is none of its business.
  assert.equal(videoOf(`${offer()}a=inactive\r\nm=video 9 RTP/SAVPF 96\r\nm=audio 9 RTP/SAVPF 0\r\na=recvonly\r\n`), "on");
});

test("voice asks for no camera, and its INVITE says so", async () => {
  const world = new World();
  const { phone } = await world.talking();
  assert.deepEqual(world.calls.take("camera"), []);
  assert.equal("video" in world.calls.take("offer")[0], false);
  assert.equal(world.request("invite").params.dialogParams.video, false);
  assert.deepEqual(videoIn(phone), [false, "none", null]);
});

test("a call with video opens the camera before it describes itself, and shows who sends", async () => {
  const { world, phone } = await seeing();
  const kinds = world.calls.orders.map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(0, 3), ["open", "camera", "offer"]);
  assert.deepEqual(world.calls.take("camera"), [{ kind: "camera", isOn: true, waits: true }]);
  assert.equal(world.calls.take("offer")[0].video, true);
  assert.equal(world.request("invite").params.dialogParams.video, true);
  assert.deepEqual(videoIn(phone), [true, "on", null]);
  assert.equal(world.request("modify"), undefined);
});

test("a camera that cannot be opened leaves a call of voice that says why", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("alice", { video: true });
  world.calls.report({ kind: "camera", trouble: "This computer has no camera. Connect one, then try again." });
  world.calls.describe(seen("recvonly", "mine", "AA"));
  world.tell("answer", { callID: id, sdp: seen("sendonly") });
  world.calls.accept();
  world.calls.connect();
  assert.equal(only(phone).phase, "active");
  assert.deepEqual(videoIn(phone), [false, "on", "This computer has no camera. Connect one, then try again."]);
  assert.equal(world.request("modify"), undefined);
});

test("a side that refuses video closes the camera, and is not asked again", async () => {
  const world = new World();
  const phone = await world.ready();
  const id = await phone.dial("alice", { video: true });
  open(world);
  world.calls.describe(seen("sendrecv", "mine", "AA"));
  world.tell("answer", { callID: id, sdp: seen("inactive", "hers", "BB", 0) });
  world.calls.accept();
  world.calls.connect();
  assert.deepEqual(videoIn(phone), [false, "refused", null]);
  assert.equal(world.calls.take("camera").at(-1).isOn, false);
  await assert.rejects(phone.setVideo(id, true), /the other side has no video/);
  world.clock.advance(2_000);
  assert.equal(world.request("modify"), undefined);
  // An ICE restart on the same peer connection brings no section back.
  void phone.restartMedia(id);
  assert.equal("video" in world.calls.take("offer").at(-1), false);
});

test("an offer with video is answered by voice without asking for the camera", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world, seen());
  assert.deepEqual(videoIn(phone), [false, "on", null]);
  const answered = phone.answer("call-1");
  world.calls.describe(seen("recvonly", "mine", "AA"));
  assert.deepEqual(world.calls.take("camera"), []);
  world.calls.connect();
  await answered;
  assert.deepEqual(videoIn(phone), [false, "on", null]);
});

test("who answers a call of voice with video offers it once the call is active", async () => {
  const world = new World();
  const phone = await world.ready();
  invite(world, offer("hers", "BB"));
  void phone.answer("call-1", { video: true });
  open(world);
  world.calls.describe(offer("mine"));
  assert.equal(world.request("modify"), undefined);
  world.calls.connect();
  const [order] = world.calls.take("offer");
  assert.deepEqual([order.video, order.restarts, order.fresh], [true, false, false]);
  world.calls.report({ kind: "description", id: order.id, sdp: seen("sendrecv", "mine", "AA") });
  world.reply("modify", { action: "updateMedia", sdp: seen("recvonly") });
  world.calls.accept();
  assert.deepEqual(videoIn(phone), [true, "off", null]);
  assert.deepEqual(world.calls.take("offer"), []);
});

test("the camera is closed at once, and the other side is told; a restart keeps the section", async () => {
  const { world, phone, id } = await seeing();
  world.calls.orders = [];
  await phone.setVideo(id, false);
  assert.deepEqual(world.calls.orders[0], { kind: "camera", isOn: false, waits: false });
  assert.equal(world.calls.take("offer")[0].video, true);
  assert.equal(only(phone).isVideoOn, false);
  world.calls.orders = [];
  const again = phone.setVideo(id, true);
  assert.deepEqual(world.calls.take("camera"), [{ kind: "camera", isOn: true, waits: false }]);
  open(world);
  await again;
  assert.equal(only(phone).isVideoOn, true);
});

test("a camera that is switched off while it opens stays off", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const opened = phone.setVideo(id, true);
  await phone.setVideo(id, false);
  await assert.rejects(opened, /switched off/);
  open(world);
  assert.deepEqual(videoIn(phone), [false, "none", null]);
  const denied = phone.setVideo(id, true);
  world.calls.report({ kind: "camera", trouble: "The browser may not use the camera." });
  await assert.rejects(denied, /may not use the camera/);
  assert.deepEqual(videoIn(phone), [false, "none", "The browser may not use the camera."]);
  assert.deepEqual(world.calls.take("offer").length, 1);
});

test("a side that never takes the offer is asked a few times, and then the camera is closed", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  world.calls.orders = [];
  const opened = phone.setVideo(id, true);
  open(world);
  await opened;
  let asked = 0;
  for (let order = world.calls.take("offer")[0]; order; order = world.calls.take("offer")[0]) {
    asked += 1;
    world.calls.report({ kind: "description", id: order.id, sdp: seen("sendrecv", "mine", "AA") });
    world.refuse("modify", { code: -32002, message: "PEER CANNOT RENEGOTIATE" });
    assert.equal(only(phone).phase, "active");
    world.clock.advance(800);
  }
  assert.equal(asked, 4);
  assert.deepEqual(videoIn(phone), [false, "none", "The other side does not take video now. Try again later."]);
  world.clock.advance(1_000);
  assert.deepEqual(world.calls.take("offer"), []);
});

test("no picture is sent while a side holds, and the same camera afterward", async () => {
  const { world, phone, id } = await seeing();
  world.calls.orders = [];
  const held = phone.setHeld(id, true);
  assert.deepEqual(world.calls.take("picture"), [{ kind: "picture", isDark: true }]);
  world.reply("modify", { holdState: "held" });
  await held;
  void phone.setHeld(id, false);
  world.reply("modify", { holdState: "active" });
  assert.deepEqual(world.calls.take("picture"), [{ kind: "picture", isDark: false }]);
  world.tell("modify", { callID: id, action: "hold" });
  assert.deepEqual(world.calls.take("picture"), [{ kind: "picture", isDark: true }]);
  await phone.setMuted(id, true);
  assert.deepEqual(world.calls.take("picture"), []);
});

/** The page is loaded anew in a call that is seen, and the exchange offers the call again. */
async function loadedAnew(sdp) {
  const { world, phone, id } = await seeing();
  phone.close();
  const next = world.phone();
  void next.connect();
  world.socket.open();
  world.reply("login", { ice_servers: [] });
  world.tell("attach", { callID: id, sdp });
  return { world, next };
}

test("a page that was loaded anew has sound first, then the camera it had", async () => {
  const { world, next } = await loadedAnew(seen());
  const [camera] = world.calls.take("camera");
  assert.deepEqual(camera, { kind: "camera", isOn: true, waits: false });
  assert.equal(world.calls.take("offer")[0].video, true);
  assert.deepEqual(videoIn(next), [false, "on", null]);
});

test("a reload keeps the section that the peer refused, for it counts sections", async () => {
  const { world, next } = await loadedAnew(seen("inactive", "hers", "BB", 0));
  assert.equal(world.calls.take("offer")[0].video, true);
});

test("an app whose native side calls has no video, and says so", async () => {
  const asked = [];
  const call = async (method, args) => (asked.push([method, args]), { calls: [], cursor: "1-1", callId: "c1" });
  const phone = new NativePhone({ bridge: { call, on: () => () => {} } });
  assert.equal(phone.getSnapshot().can.video, false);
  await assert.rejects(phone.dial("bob", { video: true }), /no video/);
  await assert.rejects(phone.answer("c1", { video: true }), /no video/);
  await assert.rejects(phone.setVideo("c1", true), /no video/);
  await phone.setVideo("c1", false);
  assert.deepEqual(asked.map(([method]) => method), ["getSnapshot"]);
});
