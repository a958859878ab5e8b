import assert from "node:assert/strict";
import { test } from "node:test";
import { createExchange, ExchangeError } from "../../Sources/Web/index.js";
import { Texts } from "./harness.mjs";

const session = (name) => ({
  access_token: `access-${name}`, refresh_token: `refresh-${name}`, expires_in: 3_600, user: "bob",
  device: { id: "dev-1", name: "Browser" },
});

/** An exchange's API made of answers by path, and the requests to it. */
function exchange(answers, storage = new Texts()) {
  const asked = [];
  let time = 0;
  const api = createExchange({
    url: "https://exchange.example", deviceName: "Chromium on Linux", storage, clock: () => time,
    fetch: async (address, { method, headers, body }) => {
      const path = address.slice("https://exchange.example".length);
      asked.push({ path, method, proof: headers.authorization, body: body && JSON.parse(body) });
      const answer = answers[path];
      if (answer instanceof Error) throw answer;
      const [status, value] = typeof answer === "function" ? await answer(asked) : answer ?? [404, {}];
      if (value instanceof ReadableStream) return new Response(value, { status });
      return new Response(status === 204 ? null : JSON.stringify(value), { status });
    },
  });
  return { api, asked, storage, pass: (milliseconds) => { time += milliseconds; } };
}

test("who signs in is a device of its own, and stays the same one at the next sign-in", async () => {
  const { api, asked } = exchange({ "/api/auth/login": [200, session("1")] });
  assert.equal(api.signedIn, null);
  assert.deepEqual(await api.signIn("bob", "secret-of-bob"), { user: "bob", device: { id: "dev-1", name: "Browser" } });
  await api.signIn("bob", "secret-of-bob");
  assert.equal(asked[0].body.device.platform, "web");
  assert.equal(asked[0].body.device.installation, asked[1].body.device.installation);
});

test("a token that is nearly over is renewed once, however many wait for it", async () => {
  const { api, asked, pass } = exchange({
    "/api/auth/login": [200, session("1")], "/api/auth/refresh": [200, session("2")],
    "/api/voicemail": [200, { messages: [], unheard: 0 }],
  });
  await api.signIn("bob", "secret-of-bob");
  pass(3_590_000);
  await Promise.all([api.voicemail(), api.voicemail(), api.token()]);
  assert.equal(asked.filter(({ path }) => path === "/api/auth/refresh").length, 1);
  assert.ok(asked.filter(({ path }) => path === "/api/voicemail").every(({ proof }) => proof === "Bearer access-2"));
});

test("a page that was loaded anew is still signed in", async () => {
  const first = exchange({ "/api/auth/login": [200, session("1")] });
  await first.api.signIn("bob", "secret-of-bob");
  const second = exchange({}, first.storage);
  assert.equal(second.api.signedIn.user, "bob");
  assert.equal(await second.api.token(), "access-1");
});

test("a session that the exchange has ended signs the page out, and a wrong password does not", async () => {
  const { api } = exchange({
    "/api/auth/login": (asked) =>
      asked.length === 1 ? [200, session("1")] : [401, { detail: "Wrong login or password." }],
    "/api/calls?limit=50": [401, { detail: "The session is over." }],
  });
  await api.signIn("bob", "secret-of-bob");
  await assert.rejects(api.signIn("bob", "wrong"), /Wrong login or password/);
  assert.equal(api.signedIn.user, "bob");
  await assert.rejects(api.calls(), (error) => error instanceof ExchangeError && error.isSignedOut);
  assert.equal(api.signedIn, null);
  await assert.rejects(api.token(), /Sign in first/);
});

test("an exchange that is not reached is said to be so, with what to do", async () => {
  const { api } = exchange({ "/api/auth/login": new TypeError("failed to fetch") });
  await assert.rejects(api.signIn("bob", "x"), /cannot be reached. Check the network/);
});

test("signing out forgets the tokens even where the exchange is not reached", async () => {
  const { api, storage } = exchange({ "/api/auth/login": [200, session("1")], "/api/auth/logout": new TypeError("x") });
  await api.signIn("bob", "secret-of-bob");
  await api.signOut();
  assert.equal(storage.getItem("carillon.signed-in"), null);
});

test("signing out while a token is renewed signs out, and ends what the renewal began", async () => {
  let answer;
  const { api, asked, storage, pass } = exchange({
    "/api/auth/login": [200, session("1")], "/api/auth/logout": [204],
    "/api/auth/refresh": () => new Promise((resolve) => { answer = resolve; }),
  });
  await api.signIn("bob", "secret-of-bob");
  pass(3_590_000);
  const rejected = assert.rejects(api.token(), (error) => error.isSignedOut);
  await api.signOut();
  answer([200, session("2")]);
  await rejected;
  assert.equal(api.signedIn, null);
  assert.equal(storage.getItem("carillon.signed-in"), null);
  const ended = asked.filter(({ path }) => path === "/api/auth/logout").map(({ proof }) => proof);
  assert.deepEqual(ended, ["Bearer access-1", "Bearer access-2"]);
});

test("who signs in after another does not wait for, or lose by, the other's renewal", async () => {
  let answer;
  const { api, pass } = exchange({
    "/api/auth/login": (asked) => [200, session(String(asked.length))], "/api/auth/logout": [204],
    "/api/auth/refresh": () => new Promise((resolve) => { answer = resolve; }),
  });
  await api.signIn("bob", "secret-of-bob");
  pass(3_590_000);
  const late = assert.rejects(api.token());
  await api.signOut();
  await api.signIn("bob", "secret-of-bob");
  const token = await api.token();
  answer([401, { detail: "The session is over." }]);
  await late;
  assert.equal(await api.token(), token);
});

test("of a sound no more is read than may be, whatever length is told or not told", async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const { api } = exchange({
    "/api/auth/login": [200, session("1")], "/api/voicemail/m1/sound": [200, endless],
    "/api/voicemail/m2/sound": [200, new Blob(["sound"]).stream()],
    "/api/devices": () => [200, new Blob(["{"]).stream()],
  });
  await api.signIn("bob", "secret-of-bob");
  await assert.rejects(api.sound("m1"), /too long to be played/);
  assert.ok(pulled <= 70, `${pulled} MB were read`);
  assert.equal(await (await api.sound("m2")).text(), "sound");
  await assert.rejects(api.devices(), /cannot be read/);
});

test("a page asks for its lines to carriers, and what cannot be read is none", async () => {
  const line = {
    organization_id: "acme", address: "wss://rtc.example/", login_token: "a.b.c", expires_at: "2030-01-01T00:00:00Z",
    version: 1,
  };
  let given = [line, { ...line, login_token: 7 }, null, { ...line, address: undefined }];
  let missing = ["bolt", 7];
  const { api, asked } = exchange({
    "/api/auth/login": [200, session("1")],
    "/api/device-tokens": () => [200, { device: {}, credentials: [], emergency_numbers: ["112", "", 7, "+1"],
      ...given && { carrier_credentials: given, carrier_credentials_missing: missing } }],
  });
  await api.signIn("bob", "secret-of-bob");
  assert.deepEqual(await api.carrierLines(), {
    lines: [{
      organization: "acme", url: "wss://rtc.example/", token: "a.b.c", expiresAt: "2030-01-01T00:00:00Z",
      emergencyNumbers: ["112"],
    }],
    missing: ["bolt"],
  });
  const { path, method, body } = asked.at(-1);
  assert.deepEqual([path, method, body], ["/api/device-tokens", "POST", { tokens: [], credentials: true }]);
  // No organization of the person has numbers from a carrier.
  given = null;
  assert.deepEqual(await api.carrierLines(), { lines: [], missing: [] });
});
