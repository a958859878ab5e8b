import assert from "node:assert/strict";
import { test } from "node:test";
import { createAssistant } from "../../Sources/Web/assistant/assistant.js";
import { World } from "./harness.mjs";

const ID = "assistant-0b3c6a0e";
const credentials = { assistant: ID };

/** The gateway lets a page in without an account, as it does with one: ready once it is registered. */
function letIn(world) {
  world.socket.open();
  world.reply("anonymous_login", { message: "logged in", sessid: world.request("anonymous_login").params.sessid });
  world.tell("clientReady", {});
  world.reply("gatewayState", { params: { state: "REGED" } });
}

/** A page in a call with the assistant. */
async function conversing() {
  const world = new World();
  const phone = world.phone({ credentials });
  const assistant = createAssistant(phone);
  const connected = phone.connect();
  letIn(world);
  await connected;
  const id = await phone.dial("ai-assistant");
  world.calls.describe();
  world.reply("invite", { message: "CALL CREATED", callID: id });
  world.tell("answer", { callID: id, sdp: "v=0\r\na=fingerprint:sha-256 BB\r\n" });
  world.calls.accept();
  world.calls.connect();
  const hears = (params) => world.tell("ai_conversation", params, "");
  return { world, phone, id, assistant, hears, lines: () => assistant.getSnapshot().transcript };
}

const said = (id, role, content, status = "completed") =>
  ({ type: "conversation.item.created", item: { id, type: "message", role, status, content } });
const delta = (item_id, text) =>
  ({ type: "response.text.delta", delta: text, item_id, response_id: "r1", content_index: 0, output_index: 0 });

test("a page logs in without an account, by the id of an assistant, and is ready as with one", async () => {
  const world = new World();
  const phone = world.phone({ credentials: { ...credentials, version: "v2", params: { topic: "orders" } } });
  const connected = phone.connect();
  letIn(world);
  await connected;
  const { method, params } = world.request("anonymous_login");
  assert.equal(method, "anonymous_login");
  assert.deepEqual(
    [params.target_type, params.target_id, params.target_version_id, params.target_params, params.reconnection],
    ["ai_assistant", ID, "v2", { topic: "orders" }, false]);
  assert.equal(params.sessid, phone.session);
  assert.match(params["User-Agent"].sdkVersion, /^Carillon-Web/);
  assert.ok(!("login" in params) && !("passwd" in params) && !("login_token" in params));
});

test("after a lost socket the same session logs in again, and says that it was there", async () => {
  const { world, phone } = await conversing();
  world.socket.lose();
  world.clock.advance(60_000);
  world.socket.open();
  const { params } = world.request("anonymous_login");
  assert.deepEqual([params.reconnection, params.sessid], [true, phone.session]);
});

test("an assistant that is not let in ends the session with its id in question, and none is asked for in FreeSWITCH's",
  async () => {
    const world = new World();
    const phone = world.phone({ credentials });
    const connected = phone.connect();
    world.socket.open();
    world.refuse("anonymous_login", { code: -32001, message: "Authentication Failed" });
    await assert.rejects(connected, /assistant cannot be reached/);
    assert.equal(phone.getSnapshot().connection.state, "over");
    assert.throws(() => new World().phone({ credentials, dialect: "freeswitch" }), TypeError);
  });

test("a line of the assistant's grows from its pieces, and is final when another line begins", async () => {
  const { hears, lines } = await conversing();
  hears(delta("a1", "Good "));
  hears(delta("a1", "day."));
  assert.deepEqual(
    lines(), [{ id: "a1", role: "assistant", text: "Good day.", isFinal: false, isRefused: false, images: [] }]);
  hears(said("u1", "user", [{ type: "text", text: "Where is my order?" }]));
  assert.deepEqual(lines().map(({ text, isFinal }) => [text, isFinal]), [
    ["Good day.", true], ["Where is my order?", true],
  ]);
});

test("a line of the person's is partial while it is in progress, in each form that carries it", async () => {
  const { hears, lines } = await conversing();
  hears(said("u1", "user", "Where is", "in_progress"));
  assert.deepEqual([lines()[0].text, lines()[0].isFinal], ["Where is", false]);
  hears(said("u1", "user", [{ transcript: "Where is it?" }]));
  assert.deepEqual([lines().length, lines()[0].text, lines()[0].isFinal], [1, "Where is it?", true]);
});

test("a text and an image are sent in the call, as one item, and stand in the transcript once", async () => {
  const { world, assistant, hears, lines } = await conversing();
  const image = "data:image/jpeg;base64,AAAA";
  await assistant.send("Is this it?", { images: [image] });
  const { id, method, params } = world.request("ai_conversation");
  assert.equal(method, "ai_conversation");
  assert.equal(params.type, "conversation.item.create");
  assert.deepEqual({ ...params.item, id: null }, {
    id: null, type: "message", role: "user",
    content: [{ type: "input_text", text: "Is this it?" }, { type: "image_url", image_url: { url: image } }],
  });
  assert.equal(id, params.item.id);
  hears(said(params.item.id, "user", [{ type: "text", text: "Is this it?" }, { image_url: { url: image } }]));
  assert.deepEqual(
    lines(), [{ id, role: "user", text: "Is this it?", isFinal: true, isRefused: false, images: [image] }]);
});

test("a message that the exchange does not take is marked in the transcript", async () => {
  const { world, assistant, lines } = await conversing();
  await assistant.send("Hello");
  await assistant.send("Are you there?");
  world.refuse("ai_conversation", { code: -32602, message: "no conversation" });
  assert.deepEqual(lines().map(({ text, isRefused }) => [text, isRefused]), [["Hello", false], ["Are you there?", true]]);
});

test("without a call there is nothing to write to, and nothing is in the transcript", async () => {
  const { world, phone, id, assistant, lines } = await conversing();
  const ends = phone.hangUp(id);
  world.reply("bye");
  await ends;
  await assert.rejects(assistant.send("Hello?"), /no call with an assistant/);
  assert.equal(world.request("ai_conversation"), undefined);
  assert.deepEqual(lines(), []);
});

test("a message without anything, an image of another kind, and too much are refused before they are sent", async () => {
  const { world, assistant } = await conversing();
  await assert.rejects(assistant.send(""), RangeError);
  await assert.rejects(assistant.send("x", { images: ["javascript:alert(1)"] }), TypeError);
  await assert.rejects(assistant.send("x".repeat(1_000_001)), RangeError);
  assert.equal(world.request("ai_conversation"), undefined);
});

test("settings of the widget are read wherever they are, with the usual value in place of a wrong one", async () => {
  const settings = { theme: "light", auto_start: true, position: 7, logo_icon_url: "javascript:alert(1)" };
  for (const params of [
    { type: "widget_settings", ...settings }, { type: "x", widget_settings: settings },
    { type: "x", ui_config: settings }, { type: "x", assistant_config: { widget: settings } },
  ]) {
    const { assistant, hears } = await conversing();
    assert.equal(assistant.getSnapshot().widget, null);
    hears(params);
    const { theme, autoStart, position, logoIconUrl, showTranscript, visualizer } = assistant.getSnapshot().widget;
    assert.deepEqual([theme, autoStart, position, logoIconUrl, showTranscript, visualizer],
      ["light", true, "fixed", null, true, null]);
  }
});

test("a message of no known form changes nothing, and a long conversation keeps its latest lines", async () => {
  const { assistant, hears, lines } = await conversing();
  const before = assistant.getSnapshot();
  for (const params of [
    {}, { type: "conversation.item.created" }, said("u1", "system", "x"), said("u1", "user", [{ image_url: "file:x" }]),
    delta(null, "x"), delta("a1", 7), { type: "response.done" },
  ]) hears(params);
  assert.equal(assistant.getSnapshot(), before);
  for (let count = 0; count < 600; count += 1) hears(said(`u${count}`, "user", `line ${count}`));
  assert.deepEqual([lines().length, lines().at(-1).text], [512, "line 599"]);
  assistant.close();
  hears(said("late", "user", "unheard"));
  assert.equal(lines().at(-1).text, "line 599");
});
