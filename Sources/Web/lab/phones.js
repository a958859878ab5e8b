// The phones. Each is drawn again only when something in it changes; its timers are texts on one clock.

import { button, h, list, set, write } from "../phone/dom.js";
import { icon } from "./icons.js";
import { makeScreen } from "./screen.js";
import { appOf, routeOf, sentenceOf, system } from "./words.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("./screen.js").PhoneScreen} PhoneScreen */

/** The most phones that are drawn with buttons that can be pressed. */
export const mostWithButtons = 6;

export class Phones {
  /**
   * @param {HTMLElement} place
   * @param {Lab} lab
   * @param {{ nameOf: (id: string) => string, act: (phone: string, command: string, more?: Record<string,
   *   unknown>) => void,
   *   showRule: (phone: string) => void }} page
   */
  constructor(place, lab, page) {
    this.place = place;
    this.lab = lab;
    this.page = page;
    /** @type {Set<(time: number) => void>} */
    this.ticking = new Set();
  }

  draw() {
    const phones = this.lab.phones();
    this.place.classList.toggle("many", phones.length > mostWithButtons);
    list(this.place, phones, ({ id }) => id, ({ id }) => this.#make(id));
    this.tick();
    if (this.#shown !== this.lab.phone) this.#reveal();
  }

  /** Scrolls the chosen phone to the middle on screens where phones are swiped. */
  #reveal() {
    this.#shown = this.lab.phone;
    const device = document.getElementById(`device-${this.lab.phone}`);
    const { place } = this;
    if (device) place.scrollLeft = device.offsetLeft - place.offsetLeft - (place.clientWidth - device.clientWidth) / 2;
  }

  /** @type {string | null} */
  #shown = null;

  tick() {
    for (const tick of this.ticking) tick(this.lab.moment.time);
  }

  /** @param {string} id */
  #make(id) {
    const { lab, page } = this;
    /** @type {any[]} */
    let drawn = [];
    const choose = button("choose", null, () => lab.choose(id));
    const screen = h("div", { class: "holder" });
    const badge = button("badge", null, () => page.showRule(id), icon("cross"), h("span"));
    badge.hidden = true;
    const caption = new Caption(id);
    const body = h("div", { class: "body" }, choose, screen);
    const element = h("li", { class: "device", attributes: { id: `device-${id}` } }, body, caption.element, badge);
    /** @type {PhoneScreen | null} */
    let shown = null;
    const tick = (/** @type {number} */ time) => shown?.tick(time);
    this.ticking.add(tick);
    const update = (/** @type {any} */ phone) => {
      const call = lab.world[`call:${id}`];
      const isSmall = lab.phones().length > mostWithButtons;
      const state = [phone, call, isSmall, lab.canAct, lab.phone === id];
      if (state.every((part, index) => part === drawn[index]) && drawn.length > 0) return;
      const isNewGlass = state.slice(0, 4).some((part, index) => part !== drawn[index]);
      drawn = state;
      if (isNewGlass) {
        const focused = /** @type {HTMLElement | null} */ (screen.contains(document.activeElement)
          ? document.activeElement : null);
        shown = makeScreen(phone, {
          time: lab.moment.time, began: lab.hello?.began ?? 0, isSmall, canAct: lab.canAct, call, nameOf: page.nameOf,
          // The panels show the phone on which the person acts.
          act: (command, more) => {
            lab.choose(id);
            page.act(id, command, more);
          }, serves: (command) => lab.serves(command),
        });
        screen.replaceChildren(shown.element);
        if (focused) this.#focusAgain(screen, choose, focused);
        caption.update(phone);
        set(choose, "aria-label", sentenceOf(phone, call, page.nameOf));
      }
      set(choose, "aria-pressed", String(lab.phone === id));
      element.classList.toggle("chosen", lab.phone === id);
      element.classList.toggle("broke", phone.violations > 0);
      badge.hidden = !(phone.violations > 0);
      const rule = lab.world.violations?.findLast((/** @type {any} */ one) => one.phone === id)?.rule ?? "";
      write(/** @type {Element} */ (badge.lastElementChild), rule);
      set(badge, "aria-label", `Show how ${id} broke ${rule}`);
    };
    return { element, update, removed: () => this.ticking.delete(tick) };
  }

  /** @param {HTMLElement} screen @param {HTMLElement} choose @param {HTMLElement} focused that was replaced */
  #focusAgain(screen, choose, focused) {
    const label = focused.getAttribute("aria-label");
    const again = [...screen.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === label);
    (again ?? choose).focus({ preventScroll: true });
  }
}

/** The text below a phone. It is hidden from screen readers, because the phone's label has all of it. */
class Caption {
  constructor(/** @type {string} */ id) {
    const [owner, ...kind] = id.split(/(?=-)/);
    this.name = h("b", {}, owner, h("span", { class: "kind", text: kind.join("") }));
    this.system = h("span", { class: "system" });
    this.app = h("span", { class: "app" });
    this.facts = h("span", { class: "facts" });
    this.element = h("div", { class: "caption", attributes: { "aria-hidden": "true" } },
      h("div", {}, this.name, this.system), h("div", {}, this.app, this.facts));
  }

  /** @param {any} phone */
  update(phone) {
    const app = appOf(phone);
    write(this.system, system(phone.profile));
    this.app.replaceChildren(h("i", { class: `dot ${app.replace(" ", "-")}` }), app);
    const facts = [phone.lock === "unlocked" ? "unlock" : "lock", phone.network];
    if (phone.doNotDisturb) facts.push("moon");
    if (phone.route) facts.push(routeOf(phone.route));
    const tags = [phone.revoked ? "revoked" : phone.naive ? "naive" : ""].filter(Boolean);
    this.facts.replaceChildren(...tags.map((text) => h("i", { class: "tag", text })), ...facts.map(icon));
  }
}

/** @param {any[]} phones @param {import("./history.js").World} world */
export function summaryOf(phones, world) {
  const ringing = phones.filter(({ screen }) => screen === "ring" || screen === "banner").length;
  const parties = Object.keys(world).filter((key) => key.startsWith("party:")).length;
  const parts = [`${phones.length} iPhone${phones.length === 1 ? "" : "s"}`];
  // With little room the ringing phones are more important than the parties.
  if (parties > 0 && ringing === 0) parts.push(`${parties} public ${parties === 1 ? "party" : "parties"}`);
  if (ringing > 0) parts.push(`${ringing} ringing`);
  return parts.join(", ");
}

