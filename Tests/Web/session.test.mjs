import assert from "node:assert/strict";
import { test } from "node:test";
import { ExchangeError } from "../../Sources/Web/index.js";
import { offer, World } from "./harness.mjs";

const state = (phone) => phone.getSnapshot().connection.state;

test("a phone logs in and is ready when the gateway says that it is registered", async () => {
  const world = new World();
  const phone = world.phone();
  const connected = phone.connect();
  assert.equal(state(phone), "connecting");
  world.socket.open();
  const { params } = world.request("login");
  assert.equal(params.login, "bob");
  assert.equal(params.passwd, "secret-of-bob");
  assert.equal(params.loginParams.attach_call, "true");
  assert.equal(params.userVariables.carillon_renegotiation, "true");
  world.reply("login", { message: "logged in", sessid: params.sessid });
  world.tell("clientReady", { reattached_sessions: [] });
  assert.equal(state(phone), "connecting");
  world.reply("gatewayState", { params: { state: "REGED" } });
  await connected;
  assert.equal(state(phone), "ready");
});

/** A phone whose login was accepted, and which asks for the gateway's state. */
function asking(world) {
  const phone = world.phone();
  phone.connect().catch(() => {});
  world.socket.open();
  world.reply("login", { message: "logged in" });
  world.tell("clientReady", { reattached_sessions: [] });
  return phone;
}

test("a gateway that answers and does not register ends the session after three waits", async () => {
  const world = new World();
  const phone = asking(world);
  for (let count = 1; count <= 3; count += 1) {
    assert.equal(state(phone), "connecting");
    world.reply("gatewayState", { params: { state: "TRYING" } });
    world.clock.advance(3_000);
  }
  assert.equal(phone.getSnapshot().connection.reason, "unreachable");
});

test("a gateway that does not answer costs the socket, and not the session", async () => {
  const world = new World();
  const phone = asking(world);
  const count = world.sockets.length;
  for (let waits = 1; waits <= 3; waits += 1) world.clock.advance(3_000);
  world.clock.advance(1_000);
  assert.equal(world.sockets.length, count + 1);
  assert.notEqual(state(phone), "over");
});

test("in FreeSWITCH's dialect clientReady is enough, requests are numbered and candidates wait for none", async () => {
  const world = new World();
  const phone = world.phone({ dialect: "freeswitch" });
  const connected = phone.connect();
  world.socket.open();
  assert.equal(world.request("login").id, 1);
  world.reply("login", { message: "logged in", sessid: "given-by-the-server" });
  world.tell("clientReady", { reattached_sessions: [] }, "verto.");
  await connected;
  assert.equal(phone.session, "given-by-the-server");
  await phone.dial("5000");
  assert.equal(world.calls.settings.trickles, false);
  world.calls.describe();
  assert.equal(world.request("invite").method, "verto.invite");
  assert.equal(world.request("invite").params.trickle, undefined);
});

test("a wrong password ends the session and says what to do", async () => {
  const world = new World();
  const phone = world.phone();
  const connected = phone.connect();
  world.socket.open();
  world.refuse("login", { code: -32001, message: "Login Incorrect" });
  await assert.rejects(connected, /are login and password right\?/);
  assert.equal(state(phone), "over");
  assert.equal(phone.getSnapshot().connection.reason, "refused");
  world.clock.advance(600_000);
  assert.equal(world.sockets.length, 1);
});

test("a token that is over is renewed, and the same session goes on", async () => {
  const world = new World();
  const renewed = [];
  const phone = world.phone({
    credentials: { token: "old" },
    renewCredentials: async () => {
      renewed.push(1);
      return { token: "new" };
    },
  });
  const connected = phone.connect();
  world.socket.open();
  assert.equal(world.request("login").params.login_token, "old");
  world.refuse("login", { code: -32001, message: "Login Incorrect" });
  await new Promise(setImmediate); // on purpose: the app's promise is settled by then
  assert.equal(renewed.length, 1);
  world.logIn();
  await connected;
  assert.equal(world.sockets[1].sent[0].params.login_token, "new");
  assert.equal(state(phone), "ready");
});

/** A phone with a token and a source of others, which gives or throws what a test says. */
function tokens(world, sources, settings = {}) {
  const asked = [];
  const phone = world.phone({
    credentials: { token: "old" }, ...settings,
    renewCredentials: async () => {
      asked.push(world.clock.time);
      const next = sources.shift() ?? assert.fail("asked too often");
      if (next instanceof Error) throw next;
      return next;
    },
  });
  return { phone, asked };
}
const answered = () => new Promise(setImmediate); // on purpose: the source's promise is settled by then
const refuseToken = (world) => {
  world.socket.open();
  world.refuse("login", { code: -32001, message: "Login Incorrect" });
  return answered();
};

test("a new token that is refused too ends the session, and says so", async () => {
  const world = new World();
  const { phone, asked } = tokens(world, [{ token: "new" }, { token: "newer" }]);
  const connected = phone.connect();
  const rejected = assert.rejects(connected, /refused a new token too \(-32001: Login Incorrect\); sign in again/);
  await refuseToken(world);
  await refuseToken(world);
  await rejected;
  assert.equal(phone.getSnapshot().connection.reason, "refused");
  world.clock.advance(600_000);
  await answered();
  assert.equal(asked.length, 1);
  assert.equal(world.sockets.length, 2);
  // Connecting again begins with another token.
  const again = phone.connect();
  await answered();
  world.logIn();
  await again;
  assert.equal(world.request("login").params.login_token, "newer");
});

test("an exchange that cannot decide about a login now is tried again later", async () => {
  const world = new World();
  const { phone, asked } = tokens(world, []);
  void phone.connect();
  world.socket.open();
  world.refuse("login", { code: -32001, message: "Service Unavailable" });
  await answered();
  assert.equal(state(phone), "connecting");
  assert.equal(asked.length, 0);
  world.clock.advance(1_000);
  world.logIn();
  assert.equal(state(phone), "ready");
});

test("a token that cannot be fetched is asked for again, later each time, and calls go on", async () => {
  const world = new World();
  const lost = new TypeError("failed to fetch");
  const { phone, asked } = tokens(world, [lost, lost, lost, { token: "new" }]);
  const connected = phone.connect();
  world.logIn();
  await connected;
  await phone.dial("alice");
  world.calls.describe();
  world.tell("answer", { callID: phone.getSnapshot().calls[0].id, sdp: offer("hers", "BB") });
  world.calls.accept();
  world.calls.connect();
  world.socket.lose();
  world.clock.advance(375);
  await refuseToken(world);
  const begun = world.clock.time;
  for (let count = 0; count < 20 && asked.length < 4; count += 1) {
    const { retryAt } = phone.getSnapshot().connection;
    world.clock.advance(retryAt - world.clock.time);
    // on purpose: time passes only here
    await answered();
  }
  assert.deepEqual(asked.map((at) => at - begun), [0, 750, 2_250, 5_250]);
  assert.equal(phone.getSnapshot().calls[0].phase, "reconnecting");
  assert.equal(world.sockets.length, 3);
  world.socket.open();
  assert.equal(world.request("login").params.login_token, "new");
});

test("a source of tokens that never answers is given up like a dead socket", async () => {
  const world = new World();
  let asked = 0;
  const phone = world.phone({ credentials: undefined, renewCredentials: () => new Promise(() => { asked += 1; }) });
  void phone.connect();
  world.clock.advance(31_000);
  assert.equal(asked, 2);
  assert.equal(world.sockets.length, 0);
});

test("a source of tokens that is signed out ends the session with its own words", async () => {
  const world = new World();
  const over = new ExchangeError(401, "The session is over. Sign in again.");
  const { phone } = tokens(world, [over], { credentials: undefined });
  await assert.rejects(phone.connect(), /The session is over/);
  assert.equal(phone.getSnapshot().connection.reason, "refused");
});

test("a phone without credentials asks for them before it opens a socket", async () => {
  const world = new World();
  const { phone } = tokens(world, [{ token: "first" }], { credentials: undefined });
  const connected = phone.connect();
  assert.equal(world.sockets.length, 0);
  await answered();
  world.logIn();
  await connected;
  assert.equal(world.request("login").params.login_token, "first");
  assert.throws(() => world.phone({ credentials: undefined }), /renewCredentials/);
});

test("who connects twice waits for the one connection", async () => {
  const world = new World();
  const phone = world.phone();
  const settled = [];
  const both = [phone.connect(), phone.connect()].map((one, index) => one.then(() => settled.push(index)));
  await answered();
  assert.deepEqual(settled, []);
  world.logIn();
  await Promise.all(both);
  assert.deepEqual(settled, [0, 1]);
  assert.equal(world.sockets.length, 1);
});

test("a TURN server without credentials is left out, and one that the app names is a mistake", async (context) => {
  const warned = context.mock.method(console, "warn", () => {});
  const world = new World();
  const phone = world.phone();
  void phone.connect();
  world.socket.open();
  const stun = { urls: ["stun:relay.example"] };
  const bare = [{ urls: "turn:relay.example" }, { urls: ["TURNS:relay.example"], username: "u" }];
  world.reply("login", { sessid: phone.session, ice_servers: [stun, ...bare] });
  world.tell("clientReady", {});
  world.reply("gatewayState", { params: { state: "REGED" } });
  await phone.dial("alice");
  assert.deepEqual(world.calls.settings.configuration().iceServers, [stun]);
  assert.match(warned.mock.calls[0].arguments[0], /^2 ICE servers/);
  assert.throws(() => world.phone({ iceServers: bare }), /TURN server .* no username/);
});

test("a lost socket is opened again, later each time, and under the same session", async () => {
  const world = new World();
  const phone = await world.ready();
  world.socket.lose();
  assert.equal(state(phone), "reconnecting");
  const waits = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    const { retryAt } = phone.getSnapshot().connection;
    waits.push(retryAt - world.clock.time);
    world.clock.advance(retryAt - world.clock.time);
    assert.equal(world.sockets.length, attempt + 1);
    if (attempt < 7) world.socket.lose();
  }
  assert.deepEqual(waits, [375, 750, 1_500, 3_000, 6_000, 12_000, 12_000]);
  world.logIn();
  assert.equal(world.request("login").params.sessid, phone.session);
  assert.equal(state(phone), "ready");
});

test("a phone that cannot reach the exchange says so after four minutes, and can be asked again", async () => {
  const world = new World();
  const phone = world.phone();
  const connected = phone.connect();
  for (let attempt = 0; attempt <= 20; attempt += 1) {
    world.socket.lose();
    world.clock.advance(16_000);
  }
  await assert.rejects(connected, /is there a network\?/);
  assert.equal(phone.getSnapshot().connection.reason, "unreachable");
  const again = phone.connect();
  world.logIn();
  await again;
});

test("a server's ping is answered as its dialect wants it", async () => {
  const world = new World();
  await world.ready();
  const id = world.tell("ping", { serno: 1 });
  const answer = world.sent.findLast((frame) => frame.id === id);
  assert.equal(answer.method, "telnyx_rtc.ping");
  assert.deepEqual(answer.params, { serno: 1 });
});

test("a silent socket is asked for life after 35 seconds, and given up when nothing comes", async () => {
  const world = new World();
  const phone = await world.ready();
  world.clock.advance(35_000);
  assert.equal(world.request("ping").method, "telnyx_rtc.ping");
  world.clock.advance(10_000);
  assert.equal(state(phone), "reconnecting");
});

test("in a call a dead socket is noticed within ten seconds", async () => {
  const world = new World();
  const { phone } = await world.talking();
  world.clock.advance(5_000);
  assert.ok(world.request("ping"));
  world.clock.advance(4_000);
  assert.equal(state(phone), "reconnecting");
});

test("a session that another page took over ends without a word about its calls", async () => {
  const world = new World();
  const { phone } = await world.talking();
  world.tell("punt", {});
  assert.equal(phone.getSnapshot().connection.reason, "takenOver");
  assert.equal(world.request("bye"), undefined);
});

/** A page in a call whose network changed twice: the first login over the new one had no answer, the second had. */
async function returned(world) {
  const { phone, id } = await world.talking();
  phone.networkChanged();
  world.socket.open();
  assert.ok(world.request("login"));
  phone.networkChanged();
  world.logIn({ reattached: [id] });
  return { phone, id };
}

test("a page that its own late login put out takes the session back, and keeps its calls", async () => {
  const world = new World();
  const { phone, id } = await returned(world);
  const before = world.socket;
  world.tell("punt", {});
  assert.equal(before.readyState, 3);
  assert.equal(phone.getSnapshot().connection.state, "reconnecting");
  assert.equal(phone.getSnapshot().calls[0].id, id);
  world.clock.advance(1_000);
  world.logIn({ reattached: [id] });
  assert.equal(state(phone), "ready");
  assert.equal(phone.getSnapshot().calls[0].id, id);
  // Each late login explains one punt.
  world.tell("punt", {});
  assert.equal(phone.getSnapshot().connection.reason, "takenOver");
});

test("a punt long after the late login is another page's", async () => {
  const world = new World();
  const { phone } = await returned(world);
  for (let time = 0; time < 140_000; time += 1_000) {
    world.clock.advance(1_000);
    if (world.request("ping")) world.reply("ping", { message: "pong" });
  }
  world.tell("punt", {});
  assert.equal(phone.getSnapshot().connection.reason, "takenOver");
});

test("a login that was answered is not late, whether it was taken or refused", async () => {
  const taken = new World();
  const { phone } = await taken.talking();
  phone.networkChanged();
  taken.logIn();
  taken.tell("punt", {});
  assert.equal(phone.getSnapshot().connection.reason, "takenOver");
  const refused = new World();
  const other = tokens(refused, [{ token: "new" }]).phone;
  void other.connect();
  await refuseToken(refused);
  refused.logIn();
  refused.tell("punt", {});
  assert.equal(other.getSnapshot().connection.reason, "takenOver");
});

test("a login that had no answer in time may come late too", async () => {
  const world = new World();
  const phone = world.phone();
  void phone.connect();
  world.socket.open();
  world.clock.advance(10_000);
  world.clock.advance(2_000);
  world.logIn();
  assert.equal(state(phone), "ready");
  world.tell("punt", {});
  assert.equal(state(phone), "reconnecting");
});

test("a server that forgot the login is logged in to again, and asked once more", async () => {
  const world = new World();
  const { phone, id } = await world.talking();
  const held = phone.setHeld(id, true);
  world.refuse("modify", { code: -32000, message: "Authentication Required" });
  world.reply("login", { message: "logged in", ice_servers: [] });
  world.reply("modify", { callID: id, action: "hold", holdState: "held" });
  await held;
  assert.equal(phone.getSnapshot().calls[0].isHeld, true);
});

test("ICE servers of the exchange are used, and asked for anew at half of their time", async () => {
  const world = new World();
  const phone = world.phone();
  const connected = phone.connect();
  world.socket.open();
  const turn = { urls: ["turn:relay.example:3478"], username: "u", credential: "c" };
  const listed = [turn, { urls: "javascript:alert(1)" }, 7];
  world.reply("login", { sessid: phone.session, ice_servers: listed, ice_servers_seconds: 60 });
  world.tell("clientReady", {});
  world.reply("gatewayState", { params: { state: "REGED" } });
  await connected;
  world.clock.advance(30_000);
  assert.equal(world.request("iceServers").method, "telnyx_rtc.iceServers");
  world.reply("iceServers", { ice_servers: [{ ...turn, credential: "newer" }], ice_servers_seconds: 60 });
  await phone.dial("alice");
  assert.deepEqual(world.calls.settings.configuration().iceServers, [{ ...turn, credential: "newer" }]);
});

test("frames that cannot be read change nothing", async () => {
  const world = new World();
  const phone = await world.ready();
  const before = phone.getSnapshot();
  const odd = ["", "{", "[]", "null", '"x"', "[1,2]", '{"id":1}', '{"method":7}', new Blob([])];
  for (const data of [...odd, "x".repeat(1_000_001)]) {
    world.socket.onmessage({ data });
  }
  world.receive({ id: 1, method: "telnyx_rtc.invite", params: { callID: 7, sdp: "v=0" } });
  world.receive({ id: 2, method: "telnyx_rtc.bye", params: null });
  assert.equal(phone.getSnapshot(), before);
});

test("another network means another socket at once", async () => {
  const world = new World();
  const phone = await world.ready();
  phone.networkChanged();
  assert.equal(world.sockets.length, 2);
  assert.equal(world.sockets[0].readyState, 3);
  world.logIn();
  assert.equal(state(phone), "ready");
});

