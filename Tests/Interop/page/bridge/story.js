// One story in which a page asks every method of the bridge and hears every event, with a real exchange and alice's phone
// at the other end. `world` is what happens elsewhere, as the test that runs the story has it.

import { bridgeEvents, bridgeMethods } from "../../../../Sources/Web/providers/bridge-names.js";
import { openSocketPlugin } from "../../../../Sources/Web/providers/socket-plugin.js";
import { becomesReady, check, isCalled, of } from "./scene.js";
import { hasTrouble } from "./trouble.js";
import { Heard, typed, untyped } from "./ways.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Tries} Tries */

/** @param {Scene} scene @param {{ name: string, password: string }} login */
async function signsIn(scene, { name, password }) {
  const { tries, heard, world, phone } = scene;
  check((await tries.getDeviceId({})).deviceId === "carillon-models-phone", "the installation has its name");
  const before = await tries.getSnapshot({});
  check(!before.signedIn && before.calls.length === 0, "no person is signed in", before);
  await tries.connect({ sipUsername: name, sipPassword: password });
  await heard.next("signedIn");
  check((await heard.next("voipTokenChanged")).present, "there is a push token");
  const { token } = await tries.getFcmToken({});
  check((await tries.getFcmTokenWithWait({ timeoutMs: 30_000 })).token === token && token, "it is given", token);
  await heard.next("connecting");
  await heard.next("connected");
  await becomesReady(scene);
  if (phone) check(phone.getSnapshot().connection.state === "ready", "the package's phone is ready");
  const permissions = tries.requestVoipPermissions({});
  await world("allow");
  const { microphone, notifications, contacts } = await permissions;
  check(microphone && notifications && !contacts, "the person allows two of three");
  const news = await tries.getEvents({ since: before.cursor });
  check(!news.gap && news.events.some((event) => event.name === "signedIn"), "the log has it all", news);
}

/** @param {Scene} scene */
async function calls(scene) {
  const { tries, heard, world, phone } = scene;
  const { callId } = await tries.call({ destinationNumber: "alice", displayName: "Alice" });
  await heard.next("callStarted", of(callId));
  await heard.next("callRinging", of(callId));
  await world("alice answers");
  const { call } = await heard.next("callAnswered", of(callId));
  check(call.state === "connected" && call.direction === "outbound", "the call stands", call);
  if (phone) check(phone.getSnapshot().calls[0]?.phase === "active", "the package's phone has it");
  await heard.next("callDurationUpdated", of(callId));
  await heard.next("callQualityUpdated", of(callId));
  await tries.sendDTMF({ callId, digit: "15#" });
  check((await heard.next("dtmfSent", of(callId))).count === 3, "three digits are sent");
  await world("alice gets 15#");
  await transfersInVain(scene, callId);
  await mutesAndHolds(scene, callId);
  await choosesRoutes(scene);
  await tries.hangup({ callId });
  const end = await heard.next("callEnded", of(callId));
  check(end.reason === "completed" && end.answered, "the call ends as completed", end);
  if (phone) check(phone.getSnapshot().ended[0]?.ending?.reason === "completed", "for the package's phone too");
  await world("alice is alone");
}

/** @param {Scene} scene @param {string} callId */
async function transfersInVain({ tries, heard, phone }, callId) {
  let reason = "failed";
  // The exchange refuses it while media are being changed, and then rang no target: a page asks again.
  while (reason === "failed") {
    await tries.transfer({ callId, destination: "no-such-user" });
    ({ reason } = await heard.next("transferFailed", of(callId)));
  }
  check(reason === "unreachable", "a name that no user has is not reached", reason);
  const shown = phone?.getSnapshot().calls[0];
  if (phone) check(shown?.phase === "active" && shown.trouble?.endsWith(": unreachable"), "the call goes on", shown);
}

/** @param {Scene} scene @param {string} callId */
async function mutesAndHolds({ tries, heard, phone }, callId) {
  await tries.setMute({ callId, muted: true });
  await heard.next("muteStateChanged", ({ muted }) => muted);
  if (phone) check(phone.getSnapshot().calls[0]?.isMuted, "the package's phone shows it muted");
  check((await tries.toggleMute({ callId })).enabled === false, "muting is toggled off");
  await heard.next("muteStateChanged", ({ muted }) => !muted);
  await tries.setHold({ callId, onHold: true });
  await heard.next("holdStateChanged", ({ onHold }) => onHold);
  if (phone) check(phone.getSnapshot().calls[0]?.isHeld, "the package's phone shows it held");
  check((await tries.toggleHold({ callId })).enabled === false, "holding is toggled off");
  await heard.next("holdStateChanged", ({ onHold }) => !onHold);
}

/** @param {Scene} scene */
async function choosesRoutes({ tries, heard }) {
  const { routes } = await tries.getAudioRoutes({});
  check(routes.some(({ current }) => current), "an output is in use", routes);
  await tries.setSpeaker({ enabled: true });
  await heard.next("speakerStateChanged", ({ enabled }) => enabled);
  await heard.next("audioRouteChanged", ({ route }) => route === "speaker");
  await heard.next("audioRoutesChanged");
  check((await tries.toggleSpeaker({})).enabled === false, "the speaker is toggled off");
  await heard.next("audioRouteChanged", ({ route }) => route !== "speaker");
  await tries.setAudioRoute({ route: "speaker" });
  await heard.next("audioRouteChanged", ({ route }) => route === "speaker");
}

/** @param {Scene} scene */
async function isCalledThrice({ tries, heard, world }) {
  await world("alice dials");
  const taken = await heard.next("incomingCall");
  const pending = await tries.getPendingIncomingCall({});
  check(pending.call?.callId === taken.callId, "the call that rings is found", pending);
  await tries.answer({ callId: taken.callId });
  await heard.next("callConnecting", of(taken.callId));
  await heard.next("callAnswered", of(taken.callId));
  await world("alice hangs up");
  await heard.next("callEnded", of(taken.callId));

  await world("alice dials");
  const declined = await heard.next("incomingCall");
  await tries.decline({ callId: declined.callId });
  check((await heard.next("callEnded", of(declined.callId))).reason === "declined", "the call is declined");
  await world("alice is alone");
  check(!(await tries.getPendingIncomingCall({})).call, "none rings");

  await world("alice dials");
  const missed = await heard.next("incomingCall");
  await world("alice hangs up");
  await heard.next("missedCall", of(missed.callId));
  await heard.next("unreadCountChanged", ({ count }) => count === 1);
  const { notices } = await tries.getSnapshot({});
  check(notices.length === 1 && notices[0].callId === missed.callId, "there is one notice", notices);
  await tries.readNotice({ callId: missed.callId });
  await heard.next("unreadCountChanged", ({ count }) => count === 0);
  await tries.clearNotices({});
}

/** @param {Scene} scene */
async function changesOrganization({ tries, heard }) {
  const { callerIds } = await tries.getCallerIds({});
  check(Array.isArray(callerIds), "the numbers that may be shown are listed", callerIds);
  const { organizationId: before } = await tries.getSnapshot({});
  const target = before === "acme" ? "bolt" : "acme";
  await tries.switchOrganization({ organizationId: target });
  await heard.next("crossOrgSwitchStarted", ({ organizationId }) => organizationId === target);
  await heard.next("crossOrgSwitchCompleted", ({ organizationId }) => organizationId === target);
  await tries.switchOrganization({ organizationId: "nowhere" });
  await heard.next("crossOrgSwitchFailed", ({ organizationId }) => organizationId === "nowhere");
  check((await tries.getSnapshot({})).organizationId === target, "the organization that worked stays");
}

/** @param {Scene} scene */
async function changesNetwork(scene) {
  const { tries, heard, world } = scene;
  check((await tries.getNetworkStatus({})).type === "wifi", "the phone is in a Wi-Fi");
  await world("cellular");
  const { from, to } = await heard.next("networkTransition");
  check(from === "wifi" && to === "cellular", "the network changed", [from, to]);
  await heard.next("networkStatusChanged", ({ type }) => type === "cellular");
  await becomesReady(scene);
}

/** @param {Scene} scene */
async function leaves({ tries, heard }) {
  heard.forget();
  await tries.disconnect({});
  await heard.next("disconnected");
  await tries.connect({});
  await heard.next("clientReady");
  await tries.reconnect({});
  const refused = await tries.signInWithApple({}).then(() => null, (error) => error);
  check(refused?.code === "refused" && refused.message === "refused: notOnScreen", "without Apple's sheet it says so");
  check((await heard.next("signInFailed")).reason === "notOnScreen", "and tells it");
  await tries.signOut({});
  check((await heard.next("signedOut")).reason === "asked", "the person has signed out");
}

/**
 * Opens a page's socket to the app, and listens to every event.
 * @param {string} url @param {"typed" | "untyped"} kind @param {Set<string>} asked gets the methods that it asks
 */
async function open(url, kind, asked) {
  const { plugin, ended, close } = openSocketPlugin(url);
  const way = (kind === "typed" ? typed : untyped)(plugin);
  const heard = new Heard();
  await Promise.all(bridgeEvents.map((name) => way.listen(name, (data) => heard.add(name, data))));
  const tries = new Proxy(way.tries, {
    get: (all, method) => {
      asked.add(String(method));
      return all[/** @type {keyof Tries} */ (method)];
    },
  });
  const { world } = /** @type {{ world: Scene["world"] }} */ (/** @type {unknown} */ (globalThis));
  /** @type {Scene} */
  const scene = { tries, heard, world, phone: way.phone };
  const leave = () => {
    way.phone?.close();
    close();
  };
  /** @param {(scene: Scene) => Promise<void>} act */
  const during = async (act) => {
    const broken = ended.then((reason) => { throw new Error(`the page is over: ${reason}`); });
    broken.catch(() => {});
    await Promise.race([act(scene), broken]);
  };
  return { scene, ended, during, leave };
}

/**
 * The app's process dies in a call. The next one tells a page so.
 * @param {Scene} scene @param {Promise<unknown>} ended @returns {Promise<string>} the call
 */
async function dies(scene, ended) {
  const callId = await isCalled(scene);
  await scene.tries.answer({ callId });
  await scene.heard.next("callAnswered", of(callId));
  await scene.world("crash");
  await ended;
  await scene.world("open");
  return callId;
}

/** @param {Scene} scene @param {string} callId */
async function learnsOfDeath({ tries, world }, callId) {
  const { events } = await tries.getEvents({});
  const dropped = events.filter(({ name }) => name === "callDropped").map(({ data }) => data);
  check(dropped.length === 1 && of(callId)(/** @type {any} */ (dropped[0])), "the log begins with the lost call", events);
  check((await tries.getSnapshot({})).notices.some(of(callId)), "its notice is there");
  await tries.clearNotices({});
  await world("alice is alone");
  return events.map(({ name }) => name);
}

/**
 * Plays the story over the sockets of two processes of the app. Gives the methods that it asks and the events that it hears.
 * @param {string} url @param {"typed" | "untyped"} kind @param {{ name: string, password: string }} login
 */
export async function play(url, kind, login) {
  /** @type {Set<string>} */
  const asked = new Set();
  const first = await open(url, kind, asked);
  await first.during(async (scene) => {
    await signsIn(scene, login);
    await calls(scene);
    await isCalledThrice(scene);
    await changesNetwork(scene);
    await changesOrganization(scene);
    await becomesReady(scene);
    await hasTrouble(scene);
  });
  const callId = await dies(first.scene, first.ended);
  first.leave();
  const second = await open(url, kind, asked);
  /** @type {string[]} */
  let logged = [];
  await second.during(async (scene) => {
    logged = await learnsOfDeath(scene, callId);
    await becomesReady(scene);
    await leaves(scene);
  });
  second.leave();
  const heard = [...first.scene.heard.names, ...logged.filter((name) => name === "callDropped"), ...second.scene.heard.names];
  return { methods: bridgeMethods, events: bridgeEvents, asked: [...asked], heard };
}

/**
 * What a page gets that asks for what there is not.
 * @param {string} url
 */
export async function asksWrongly(url) {
  const { plugin, close } = openSocketPlugin(url);
  const { tries } = untyped(plugin);
  const loose = /** @type {Record<string, (options: object) => Promise<unknown>>} */ (/** @type {unknown} */ (tries));
  const said = [];
  for (const [method, options] of /** @type {[string, object][]} */ ([
    ["fly", {}], ["setMute", { muted: "yes" }], ["call", {}], ["hangup", {}],
  ])) {
    const error = await loose[method](options).then(() => null, (error) => error);
    said.push({ method, code: error?.code, message: error?.message });
  }
  close();
  return said;
}
