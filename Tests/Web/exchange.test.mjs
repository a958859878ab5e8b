import assert from "node:assert/strict";
import { test } from "node:test";
import { createExchange, ExchangeError } from "../../Sources/Web/index.js";
import { Texts } from "./harness.mjs";

const session = (name) => ({
  access_token: `access-${name}`, refresh_token: `refresh-${name}`, expires_in: 3_600, user: "bob",
  device: { id: "dev-1", name: "Browser" },
});

/** An exchange's API out of answers by path, and what was asked of it. */
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
      const [status, value] = typeof answer === "function" ? answer(asked) : answer ?? [404, {}];
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
