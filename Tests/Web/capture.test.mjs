import assert from "node:assert/strict";
import { test } from "node:test";
import { Capture } from "../../Sources/Web/media/capture.js";

/** A microphone that can be unplugged. */
function stream(name) {
  let unplug;
  const track = {
    name, clone: () => ({ name: `copy of ${name}` }), stop: () => {},
    addEventListener: (_event, listener) => { unplug = listener; },
  };
  return { getTracks: () => [track], unplug: () => unplug() };
}
const settled = () => new Promise(setImmediate); // on purpose: promises of the double are settled by then

test("a microphone that is unplugged in a call is replaced by the system's, and its lack is told", async () => {
  const streams = [stream("headset"), stream("built-in")];
  const asked = [];
  const microphone = new Capture({
    getUserMedia: async ({ audio }) => {
      asked.push(audio.deviceId?.exact ?? "system");
      return streams[asked.length - 1] ?? Promise.reject(Object.assign(new Error(), { name: "NotFoundError" }));
    },
  }, "microphone", {});
  await microphone.choose("headset");
  const told = [];
  const track = await microphone.use(({ name }) => told.push(name), (trouble) => told.push(trouble));
  assert.equal(track.name, "copy of headset");
  streams[0].unplug();
  await settled();
  assert.deepEqual(told, ["copy of built-in", null]);
  streams[1].unplug();
  await settled();
  assert.match(told.at(-1), /has no microphone/);
  assert.deepEqual(asked, ["headset", "system", "system"]);
});
