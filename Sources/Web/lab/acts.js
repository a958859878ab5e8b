// The acts of a person on a phone, and the events that can happen to it, as far as the Lab serves them and the state
// permits them. Pure.

import { foremost, locks, networks, routeOf } from "./words.js";

/**
 * @typedef {object} PhoneAct
 * @property {string} label
 * @property {string} command
 * @property {Record<string, unknown>} [more]
 * @property {boolean} [isOn] a toggle's state; undefined for other controls
 * @property {"yes" | "no"} [tone]
 * @property {string} [key] that does it
 * @property {string} [about] for a reader of the screen, where the label needs its group
 */

/** @typedef {{ name: string, choices: PhoneAct[], buttons: PhoneAct[], note?: string,
 *   isRare?: boolean }} Group choices: of which one is on */

/** @param {any} phone @param {(number: string) => string} nameOf @returns {PhoneAct[]} */
export function actsOfCalls(phone, nameOf) {
  const calls = /** @type {any[]} */ (phone.calls ?? []);
  const ringing = calls.find(({ stage }) => stage === "ringing" || stage === "ringingWithoutScreen");
  const current = calls.find((call) => call !== ringing && !call.held) ?? calls.find((call) => call !== ringing);
  /** @type {PhoneAct[]} */
  const acts = [];
  if (ringing && current) {
    const who = nameOf(current.name);
    acts.push(
      { label: "Hold and answer", command: "holdAndAnswer", tone: "yes", key: "A" },
      { label: `End the call with ${who} and answer`, command: "endAndAnswer" },
      { label: "Decline", command: "decline", more: { call: ringing.id }, tone: "no", key: "D" });
  } else if (ringing) {
    acts.push({ label: "Answer", command: "answer", tone: "yes", key: "A" },
      { label: "Decline", command: "decline", tone: "no", key: "D" });
  }
  if (!current) return acts;
  const more = { call: current.id };
  if (current.stage === "connected") {
    acts.push({ label: "Hold", command: current.held ? "resume" : "hold", more, isOn: current.held },
      { label: "Mute", command: current.muted ? "unmute" : "mute", more, isOn: current.muted });
  }
  if (calls.filter((call) => call !== ringing).length > 1) acts.push({ label: "Swap", command: "swap" });
  acts.push({ label: "End", command: "end", more, tone: "no", key: "E" });
  return acts;
}

/** @param {any} phone @param {number} time @param {readonly string[]} profiles @returns {Group[]} */
export function conditionsOf(phone, time, profiles) {
  const cut = phone.cutUntil !== null && phone.cutUntil > time;
  /** @type {Group[]} */
  const groups = [
    {
      name: "Network",
      choices: ["wifi", "cellular", "none"].map((to) =>
        ({ label: networks[to], command: "network", more: { to }, isOn: !cut && phone.network === to })),
      buttons: [{ label: "Other Wi-Fi", command: "network", more: { to: "otherWifi" } },
        { label: "Cut for 5 s", command: "cut", more: { seconds: 5 } }],
      note: cut ? `cut, back in ${((phone.cutUntil - time) / 1_000).toFixed(1)} s` : undefined,
    },
    {
      name: "Pushes",
      choices: [["prompt", "Prompt"], ["late", "Late by 4 s"], ["twice", "Twice"], ["swapped", "Swapped"],
        ["never", "Never"]]
        .map(([how, label]) => ({
          label, command: "pushes", more: how === "late" ? { how, seconds: 4 } : { how }, isOn: phone.pushes === how,
        })),
      buttons: [],
      note: phone.revoked ? "revoked: it broke its promise three times" : undefined,
    },
    {
      name: "Phone",
      choices: [
        { label: locks.unlocked, command: "unlock", isOn: phone.lock === "unlocked" },
        { label: phone.lock === "beforeFirstUnlock" ? locks.beforeFirstUnlock : locks.locked, command: "lock",
          isOn: phone.lock !== "unlocked", key: "L" },
      ],
      buttons: [{ label: "Restart", command: "reboot" },
        { label: "Do Not Disturb", command: "doNotDisturb", more: { on: !phone.doNotDisturb },
          isOn: phone.doNotDisturb }],
    },
    {
      name: "App",
      choices: [{ label: "Ours", command: "setApp", more: { on: "ours" }, isOn: !phone.naive },
        { label: "Naive", command: "setApp", more: { on: "naive" }, isOn: phone.naive === true }],
      buttons: [phone.app === "foreground" ? { label: "Leave", command: "leaveApp" }
        : { label: "Open", command: "openApp" },
        { label: "Quit", command: "quit", key: "Q" }, { label: "Crash", command: "crash" },
        { label: "Reclaim memory", command: "reclaimMemory" }, { label: "Install anew", command: "reinstall" }],
    },
  ];
  if (foremost(phone)) groups.push(soundOf(phone));
  groups.push({
    name: "Telephone", isRare: true, choices: [],
    buttons: [{ label: "Rings", command: "cellularCall", more: { how: "rings" } },
      { label: "Answered", command: "cellularCall", more: { how: "answered" } },
      { label: "Ends", command: "cellularCall", more: { how: "ends" } },
      { label: "Restart call services", command: "restartCallServices" }],
  });
  if (profiles.length > 0) groups.push({ name: "System", choices: [], buttons: [] });
  return groups;
}

/** @param {any} phone @returns {Group} */
function soundOf(phone) {
  const routes = /** @type {[string, string][]} */ ([
    ["receiver", "Receiver"], ["speaker", "Speaker"], ["bluetooth", "Bluetooth"], ["headphones", "Headphones"],
  ]);
  return {
    name: "Sound", isRare: true,
    choices: routes.map(([to, label]) => ({ label, command: "route", more: { to }, isOn: phone.route !== null
      && routeOf(phone.route) === to })),
    buttons: [{ label: "Interrupt", command: "interruptAudio", more: { on: true } },
      { label: "Let go on", command: "interruptAudio", more: { on: false } }],
  };
}

/**
 * Leaves out the acts that the Lab does not serve.
 * @param {readonly Group[]} groups @param {(command: string) => boolean} serves
 */
export function served(groups, serves) {
  return groups.map((group) => ({
    ...group,
    choices: group.choices.filter(({ command }) => serves(command)),
    buttons: group.buttons.filter(({ command }) => serves(command)),
  })).filter(({ name, choices, buttons }) =>
    choices.length + buttons.length > 0 || (name === "System" && serves("setProfile")));
}

/**
 * The act of a key on the chosen phone; null if none fits.
 * @param {string} key upper case
 * @param {any} phone
 * @param {(number: string) => string} nameOf
 * @returns {PhoneAct | null}
 */
export function actOfKey(key, phone, nameOf) {
  const found = actsOfCalls(phone, nameOf).find((act) => act.key === key);
  if (found) return found;
  switch (key) {
    case "L": return phone.lock === "unlocked" ? { label: "Lock", command: "lock" }
      : { label: "Unlock", command: "unlock" };
    case "N": {
      const to = phone.network === "none" ? "wifi" : "none";
      return { label: to === "none" ? "Network off" : "Network on", command: "network", more: { to } };
    }
    case "Q": return { label: "Quit", command: "quit" };
    default: return null;
  }
}

