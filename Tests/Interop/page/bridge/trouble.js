// The part of the story in which things go wrong: a network that is lost, a call that another device takes, a disk that is
// full, an organization that no longer has the person.

import { becomesReady, check, isCalled, of } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export async function hasTrouble(scene) {
  scene.heard.forget();
  await losesItsNetwork(scene);
  await scene.world("bob's other phone is there");
  await isAnsweredElsewhere(scene);
  await missesWhatAnotherAnswers(scene);
  await scene.world("bob's other phone leaves");
  await fillsItsDisk(scene);
  await losesItsOrganization(scene);
}

/**
 * A call outlives a moment without a network, but not half a minute. A call that is dialed meanwhile is never placed.
 * @param {Scene} scene
 */
async function losesItsNetwork(scene) {
  const { tries, heard, world, phone } = scene;
  const callId = await isCalled(scene);
  await tries.answer({ callId });
  await heard.next("callAnswered", of(callId));
  await world("no-network");
  await heard.next("reconnecting");
  await heard.next("callReconnecting", of(callId));
  if (phone) check(phone.getSnapshot().calls[0]?.phase === "reconnecting", "the package's phone shows that its path is lost");
  await world("wifi");
  const { call } = await heard.next("callUpdated", (told) => told.call.callId === callId && told.call.state === "connected");
  check(call.state === "connected", "the call goes on", call);
  await becomesReady(scene);

  await world("no-network");
  await heard.next("callReconnecting", of(callId));
  const dialed = await tries.call({ destinationNumber: "alice" });
  await heard.next("callStarted", of(dialed.callId));
  const { reason } = await heard.next("callFailed", of(dialed.callId));
  check(reason === "timedOut", "a call without a network is not placed", reason);
  await heard.next("networkTimeout");
  const end = await heard.next("callEnded", of(callId));
  check(end.reason === "dropped" && end.answered, "the call ends for want of a network", end);
  await world("wifi");
  await becomesReady(scene);
  await world("alice is alone");
}

/** @param {Scene} scene */
async function isAnsweredElsewhere(scene) {
  const { heard, world } = scene;
  const callId = await isCalled(scene);
  await world("bob's other phone answers");
  const end = await heard.next("callEnded", of(callId));
  check(end.reason === "answeredElsewhere", "another device answered", end);
  const { calls } = await heard.next("callsElsewhereChanged", (told) => told.calls.length > 0);
  check(calls.length === 1 && calls[0].deviceName === "Desk", "it is named", calls);
  await world("alice hangs up");
  await heard.next("callsElsewhereChanged", (told) => told.calls.length === 0);
  await world("bob's other phone is alone");
}

/**
 * Without a network the phone takes a call for missed that another device has answered, and learns of it later.
 * @param {Scene} scene
 */
async function missesWhatAnotherAnswers(scene) {
  const { tries, heard, world } = scene;
  const callId = await isCalled(scene);
  await world("no-network");
  await world("bob's other phone answers");
  await heard.next("missedCall", of(callId));
  await world("wifi");
  const { reason } = await heard.next("missedCallSettled", of(callId));
  check(reason === "answeredElsewhere", "the call was not missed", reason);
  await world("alice hangs up");
  await world("bob's other phone is alone");
  await becomesReady(scene);
  await tries.clearNotices({});
}

/** @param {Scene} scene */
async function fillsItsDisk(scene) {
  const { tries, heard, world } = scene;
  await world("disk-full");
  const callId = await isCalled(scene);
  const { code } = await heard.next("error", ({ message }) => message === "recordNotWritten");
  check(code === "fault", "the page is told that nothing can be stored", code);
  await world("disk-free");
  await tries.decline({ callId });
  await heard.next("callEnded", of(callId));
  await world("alice is alone");
}

/** @param {Scene} scene */
async function losesItsOrganization(scene) {
  const { tries, heard, world } = scene;
  const { organizationId: before = "" } = await tries.getSnapshot({});
  await tries.switchOrganization({ organizationId: "crew" });
  await heard.next("crossOrgSwitchCompleted", ({ organizationId }) => organizationId === "crew");
  await becomesReady(scene);
  await world("bob leaves the crew");
  // The exchange refuses the login of a former member.
  await heard.next("connectionFailed", ({ reason }) => reason === "refused");
  await tries.switchOrganization({ organizationId: before });
  await heard.next("crossOrgSwitchCompleted", ({ organizationId }) => organizationId === before);
  await becomesReady(scene);
}
