// The drawn screen of a phone: lock screen, the system's call screens, the app. Only the round buttons can be pressed.

import { button, h, write } from "../phone/dom.js";
import { initialOf } from "../phone/words.js";
import { icon } from "./icons.js";
import { foremost, talked } from "./words.js";

/**
 * @typedef {object} Setting
 * @property {number} time of the moment
 * @property {number} began the date of time 0
 * @property {boolean} isSmall too small for buttons
 * @property {boolean} canAct
 * @property {any} call the regions of the phone's call; undefined where it has none
 * @property {(number: string) => string} nameOf
 * @property {(command: string, more?: Record<string, unknown>) => void} act
 * @property {(command: string) => boolean} serves
 */

/** @typedef {{ element: HTMLElement, tick: (time: number) => void }} PhoneScreen */

/** @param {number} date */
const clockOf = (date) => {
  const time = new Date(date);
  return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;
};
const days = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
/** @param {number} date */
const dayOf = (date) => days.format(date);

/** @param {any} phone @param {Setting} setting @returns {PhoneScreen} */
export function makeScreen(phone, setting) {
  /** @type {((time: number) => void)[]} */
  const ticking = [];
  const clock = (/** @type {string} */ tag) => {
    const element = document.createElement(tag);
    ticking.push((time) => write(element, clockOf(setting.began + time)));
    return element;
  };
  const isDim = ["call", "app"].includes(phone.screen);
  const element = h("div", { class: `glass wall-${wallOf(phone.id)}${isDim ? " dim" : ""}` });
  if (!setting.isSmall) element.append(h("i", { class: "island" }));
  const hasClock = phone.screen === "lock" || phone.screen === "restarting";
  element.append(hidden(h("div", { class: "status" }, hasClock ? h("span") : clock("span"),
    setting.isSmall ? null : icon(phone.network), h("i", { class: "battery" }))));
  element.append(...(screens[phone.screen] ?? screens.home)(phone, setting, clock, ticking));
  element.append(h("i", { class: "foot" }));
  const tick = (/** @type {number} */ time) => { for (const one of ticking) one(time); };
  tick(setting.time);
  return { element, tick };
}

/** A name that one line has no room for takes two smaller ones.
 * @param {string} who */
const nameDrawn = (who) => h("b", { text: who, class: who.length > 11 ? "long" : "" });

/** @typedef {(phone: any, setting: Setting, clock: (tag: string) => HTMLElement, ticking: ((time: number) => void)[])
 *   => HTMLElement[]} Screen */

/** @type {Record<string, Screen>} */
const screens = {
  lock: (phone, setting, clock) => [
    hidden(h("div", { class: "clock" }, h("p", { text: dayOf(setting.began + setting.time) }), clock("b"))),
    notifications(phone, setting),
  ],
  home: (phone, setting) => [...home(setting), notifications(phone, setting)],
  app: (phone, setting) => [recents(phone, setting)],
  banner: (phone, setting) => {
    const call = foremost(phone);
    const who = call ? setting.nameOf(call.name) : "";
    return [
      h("div", { class: "banner beats" }, hidden(h("span", { class: "initial", text: initialOf(who) })),
        hidden(h("div", {}, h("b", { text: who }), "Carillon Audio")),
        h("span", {}, round("no", "end", `Decline on ${phone.id}`, "decline", phone, setting),
          round("yes", "call", `Answer on ${phone.id}`, "answer", phone, setting))),
      ...home(setting),
    ];
  },
  ring: (phone, setting) => {
    const call = foremost(phone);
    const who = call ? setting.nameOf(call.name) : "";
    const number = call && who !== call.name ? call.name : "";
    // In a call the system offers to hold it.
    const isTalking = phone.calls.some((/** @type {any} */ { stage, held }) => stage === "connected" && !held);
    return [
      hidden(h("div", { class: "caller" }, h("p", { text: "Carillon Audio" }), nameDrawn(who),
        h("p", { text: number }),
        h("span", { class: "portrait", text: initialOf(who) }))),
      slider(isTalking ? "holdAndAnswer" : "answer", phone, setting),
    ];
  },
  call: (phone, setting, _clock, ticking) => {
    const call = foremost(phone);
    if (!call) return [];
    const timer = h("p", { class: "timer" });
    ticking.push((time) => write(timer, timerOf(call, setting.call, time)));
    const other = phone.calls.find((/** @type {any} */ one) => one !== call);
    return [
      hidden(h("div", { class: "caller" }, timer, nameDrawn(setting.nameOf(call.name)),
        other ? h("p", { text: `${setting.nameOf(other.name)} ${other.held ? "on hold" : "calls"}` })
          : h("span", { class: "portrait", text: initialOf(setting.nameOf(call.name)) }))),
      pad(phone, call, setting),
    ];
  },
  // After a restart and before the first unlock the lock screen cannot show who called.
  restarting: (phone, setting, clock) => [
    hidden(h("div", { class: "clock" }, h("p", { text: dayOf(setting.began + setting.time) }), clock("b"))),
    hidden(h("p", { class: "advice", text: "Unlock to use it" })),
  ],
};

/**
 * The text above the name: the state of the call, or its duration.
 * @param {any} call
 * @param {any} regions
 * @param {number} time
 */
export function timerOf(call, regions, time) {
  if (call.stage !== "connected") return regions?.direction === "outbound" ? "calling …" : "connecting …";
  if (regions?.link === "reconnecting" || regions?.link === "lost") return "reconnecting …";
  const length = call.since === null ? "" : talked(time - call.since);
  if (call.held) return `on hold · ${length}`;
  return regions?.remoteHold === "on" ? `held by the peer · ${length}` : length;
}

/** @param {any} phone @param {any} call @param {Setting} setting */
function pad(phone, call, setting) {
  const controls = /** @type {[string, string, string, boolean][]} */ ([
    ["speaker", "Speaker", "speaker", phone.route === "speaker"],
    [call.muted ? "micoff" : "mic", "Mute", call.muted ? "unmute" : "mute", call.muted],
    ["hold", "Hold", call.held ? "resume" : "hold", call.held],
  ]);
  const parts = controls.map(([name, text, command, isOn]) => {
    const more = command === "speaker" ? { on: !isOn } : { call: call.id };
    const face = operable(setting, command)
      ? button(`round${isOn ? " on" : ""}`, `${text} on ${phone.id}`, () => setting.act(command, more), icon(name))
      : hidden(h("span", { class: `round${isOn ? " on" : ""}` }, icon(name)));
    if (face.tagName === "BUTTON") face.setAttribute("aria-pressed", String(isOn));
    return h("span", {}, face, setting.isSmall ? null : hidden(h("small", { text })));
  });
  return h("div", { class: "pad" }, ...parts, h("span", { class: "last" },
    round("no", "end", `End on ${phone.id}`, "end", phone, setting)));
}

/** @param {Setting} setting @param {string} command */
const operable = (setting, command) => !setting.isSmall && setting.canAct && setting.serves(command);

/**
 * A round button of the screen. It is a real button only if it can be pressed.
 * @param {string} kind @param {string} name @param {string} label @param {string} command @param {any} phone
 * @param {Setting} setting
 */
function round(kind, name, label, command, phone, setting) {
  if (!operable(setting, command)) return hidden(h("span", { class: `round ${kind}` }, icon(name)));
  return button(`round ${kind}`, label, () => setting.act(command), icon(name));
}

/**
 * The slider is one button, so that a press and a slide along it both answer.
 * @param {string} command @param {any} phone @param {Setting} setting
 */
function slider(command, phone, setting) {
  const parts = [hidden(h("span", { class: "round yes" }, icon("call"))),
    hidden(h("span", { text: "slide to answer" }))];
  if (!operable(setting, command)) return h("div", { class: "slide beats" }, ...parts);
  return button("slide beats", `Slide to answer on ${phone.id}`, () => setting.act(command), ...parts);
}

/** @param {Setting} setting */
function home({ isSmall }) {
  const app = (/** @type {string} */ kind) => h("i", { class: kind });
  const kinds = isSmall ? ["us", "one", "two", "three"] : ["us", "one", "two", "three", "one", "two", "three", "two"];
  return [hidden(h("div", { class: "apps" }, ...kinds.map(app))),
    ...(isSmall ? [] : [hidden(h("div", { class: "dock" }, ...["two", "one", "three", "one"].map(app)))])];
}

/** @param {any} phone @param {Setting} setting */
function notifications(phone, setting) {
  const shown = (phone.notifications ?? []).slice(setting.isSmall ? -1 : -2);
  return h("div", { class: "notes" }, ...shown.map((/** @type {any} */ { id, title, body }) => {
    const text = hidden(h("span", {}, h("b", { text: title }), setting.isSmall ? null : body));
    const glyph = hidden(h("span", { class: "glyph" }, icon("bell")));
    if (!operable(setting, "tapNotification")) return h("div", { class: "note" }, glyph, text);
    return button("note", `Tap ${title} on ${phone.id}`, () => setting.act("tapNotification", { notification: id }),
      glyph,
      text);
  }));
}

/** @param {any} phone @param {Setting} setting */
function recents(phone, setting) {
  const rows = (phone.recents ?? []).slice(setting.isSmall ? -3 : -5).reverse();
  return h("div", { class: "recents" }, hidden(h("b", { text: "Recents" })),
    ...rows.map((/** @type {any} */ one) => recent(one, phone, setting)),
    rows.length === 0 ? hidden(h("p", { class: "none", text: "No calls" })) : null);
}

/**
 * An entry of Recents, which is a button if a tap on it calls.
 * @param {any} one @param {any} phone @param {Setting} setting
 */
function recent(one, phone, setting) {
  const name = setting.nameOf(one.name);
  const kind = one.kind === "missed" ? "entry missed" : "entry";
  const content = hidden(h("span", {}, h("span", { text: name }),
    setting.isSmall ? null : h("small", { text: `${one.kind} · ${clockOf(setting.began + one.at)}` })));
  if (!one.canCallBack || !operable(setting, "callBack")) return h("p", { class: kind }, content);
  return button(kind, `Call ${name} back on ${phone.id}`, () => setting.act("callBack", { call: one.call }), content);
}

/**
 * Hides an element from screen readers, because the phone's label has its content.
 * @template {HTMLElement} E
 * @param {E} element
 */
function hidden(element) {
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** @param {string} id */
const wallOf = (id) => "abc"[(id.codePointAt(0) ?? 0) % 3];
