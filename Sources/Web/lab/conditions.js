// The panel of the chosen phone: its calls, the parties that it can call, and its conditions.

import { button, h, list, set, write } from "../phone/dom.js";
import { actsOfCalls, conditionsOf, served } from "./acts.js";
import { system } from "./words.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("./acts.js").PhoneAct} PhoneAct */
/** @typedef {import("./acts.js").Group} Group */

export class Conditions {
  #drawn = /** @type {any[]} */ ([]);

  /**
   * @param {HTMLElement} place
   * @param {Lab} lab
   * @param {{ nameOf: (id: string) => string, act: (phone: string, command: string, more?: Record<string,
   *   unknown>) => void,
   *   follow: () => void }} page
   */
  constructor(place, lab, page) {
    this.place = place;
    this.lab = lab;
    this.page = page;
    this.title = h("h2", { attributes: { id: "conditions-title" } });
    this.about = h("span", { class: "count" });
    this.past = h("div", { class: "past" }, h("p"), button("button", null, page.follow, "Go live"));
    this.calls = h("div", { class: "acts" });
    this.dial = this.#makeDial();
    this.digits = this.#makeDigits();
    this.transfer = this.#makeTransfer();
    this.profile = this.#makeProfile();
    this.groups = h("dl", { class: "conditions" });
    this.rare = h("dl", { class: "conditions" });
    this.more = h("details", {}, h("summary", { text: "More" }), this.rare);
    this.forms = h("div", { class: "forms" }, this.dial, this.digits, this.transfer);
    this.hand = h("div", { class: "hand" }, this.calls, this.forms);
    place.append(h("div", { class: "bar" }, this.title, this.about, this.profile), this.past, this.hand, this.groups,
      this.more);
  }

  draw() {
    const { lab } = this;
    const phone = lab.world[`phone:${lab.phone}`];
    this.place.hidden = !phone;
    if (!phone) return;
    const isCut = phone.cutUntil !== null && phone.cutUntil > lab.moment.time;
    const state = [phone, lab.canAct, lab.hello, lab.run, isCut ? Math.ceil((phone.cutUntil - lab.moment.time) / 100)
      : 0];
    if (state.every((part, index) => part === this.#drawn[index]) && this.#drawn.length > 0) return;
    this.#drawn = state;
    write(this.title, phone.id);
    write(this.about, phone.ready ? "what happens to it" : "not signed in yet");
    this.#drawPast();
    const acts = actsOfCalls(phone, this.page.nameOf).filter(({ command }) => lab.serves(command));
    // Acts that are not possible now are not offered. The present conditions stay visible.
    list(this.calls, lab.canAct ? acts : [], ({ label }) => label, (act) => this.#makeAct(phone.id, act, "button"));
    this.calls.hidden = !lab.canAct || acts.length === 0;
    const talks = phone.calls.some((/** @type {any} */ { stage, held }) => stage === "connected" && !held);
    this.digits.hidden = !lab.canAct || !talks || !lab.serves("digits");
    this.transfer.hidden = !lab.canAct || !talks || !lab.serves("transfer");
    this.hand.hidden = !lab.canAct;
    this.dial.hidden = !lab.canAct || !lab.serves("dial");
    this.#drawGroups(phone);
    this.#drawProfile(phone);
    for (const control of this.place.querySelectorAll("button, input, select")) {
      if (!this.past.contains(control)) set(control, "disabled", !lab.canAct);
    }
  }

  #drawPast() {
    const { lab } = this;
    this.past.hidden = lab.canAct || lab.socket?.link.state !== "open" || !lab.run;
    const isRecording = lab.run !== null && !lab.run.isLive;
    write(/** @type {Element} */ (this.past.firstElementChild), isRecording
      ? "This is a recording: it can be watched, not changed." : "You look at the past. The phone can be used live.");
  }

  /** @param {any} phone */
  #drawGroups(phone) {
    const { lab } = this;
    const groups = served(conditionsOf(phone, lab.moment.time, lab.hello?.profiles ?? []), (name) => lab.serves(name))
      .filter(({ name, choices }) => name !== "System" && (lab.canAct || choices.length > 0));
    const few = groups.filter(({ isRare }) => !isRare);
    const rare = groups.filter(({ isRare }) => isRare);
    this.more.hidden = rare.length === 0;
    for (const [place, part] of /** @type {[HTMLElement, Group[]][]} */ ([[this.groups, few], [this.rare, rare]])) {
      this.#list(place, part, phone.id);
    }
  }

  /** @param {HTMLElement} place @param {Group[]} groups @param {string} phone */
  #list(place, groups, phone) {
    const { lab } = this;
    list(place, groups, ({ name }) => name, ({ name }) => {
      const choices = h("div", { class: "choices", attributes: { role: "group", "aria-label": name } });
      const rest = h("div", { class: "rest" });
      const note = h("span", { class: "note-of-group" });
      const element = h("div", {}, h("dt", { text: name }), h("dd", {}, choices, rest, note));
      const update = (/** @type {Group} */ group) => {
        choices.hidden = group.choices.length === 0;
        list(choices, group.choices, ({ command, more }) => command + JSON.stringify(more ?? ""), (act) =>
          this.#makeAct(phone, act, ""));
        list(rest, lab.canAct ? group.buttons : [], ({ command, label }) => command + label,
          (act) => this.#makeAct(phone, act, "button"));
        write(note, group.note ?? "");
      };
      return { element, update };
    });
  }

  /** @param {string} _phone @param {PhoneAct} first @param {string} classes */
  #makeAct(_phone, first, classes) {
    let act = first;
    const element = button(classes, null, () => this.page.act(this.lab.phone ?? "", act.command, act.more));
    const key = h("kbd", { attributes: { "aria-hidden": "true" } });
    const text = h("span");
    element.append(text, key);
    const update = (/** @type {PhoneAct} */ next) => {
      act = next;
      write(text, act.label);
      write(key, act.key ?? "");
      key.hidden = !act.key || classes === "";
      set(element, "aria-keyshortcuts", act.key ?? null);
      set(element, "aria-pressed", act.isOn === undefined ? null : String(act.isOn));
      set(element, "data-tone", act.tone ?? null);
    };
    return { element, update };
  }

  #makeDial() {
    const input = h("input", { attributes: {
      id: "dial", list: "dial-list", autocomplete: "off", placeholder: "Whom to call",
      "aria-label": "Number or user to call",
    } });
    const people = h("datalist", { attributes: { id: "dial-list" } });
    input.addEventListener("focus", () => people.replaceChildren(
      ...(this.lab.hello?.people ?? []).map((/** @type {any} */ { number, name }) =>
        h("option", { text: name, attributes: { value: number } })),
      ...(this.lab.hello?.users ?? []).map((/** @type {any} */ { login }) => h("option",
        { attributes: { value: login } }))));
    const form = h("form", { class: "dial" }, input, people,
      h("button", { class: "button", text: "Call", attributes: { type: "submit" } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const whom = input.value.trim();
      if (whom === "") return input.focus();
      this.page.act(this.lab.phone ?? "", "dial", /^[+\d]/.test(whom) ? { number: whom } : { user: whom });
      input.value = "";
    });
    return form;
  }

  #makeDigits() {
    const input = h("input", { attributes: {
      id: "digits", inputmode: "tel", maxlength: "32", pattern: "[0-9*#]+", autocomplete: "off", placeholder: "Digits",
      "aria-label": "Digits to send",
    } });
    const form = h("form", { class: "dial" }, input, h("button",
      { class: "button", text: "Send", attributes: { type: "submit" } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value === "") return input.focus();
      this.page.act(this.lab.phone ?? "", "digits", { digits: input.value });
      input.value = "";
    });
    return form;
  }

  /** The app transfers a call to a user; the system's call screen cannot. */
  #makeTransfer() {
    const input = h("input", { attributes: {
      id: "transfer", list: "transfer-list", maxlength: "64", autocomplete: "off", placeholder: "To whom",
      "aria-label": "User to transfer the call to",
    } });
    const users = h("datalist", { attributes: { id: "transfer-list" } });
    input.addEventListener("focus", () => users.replaceChildren(...(this.lab.hello?.users ?? []).map(
      (/** @type {any} */ { login }) => h("option", { attributes: { value: login } }))));
    const form = h("form", { class: "dial" }, input, users, h("button",
      { class: "button", text: "Transfer", attributes: { type: "submit" } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const user = input.value.trim();
      if (user === "") return input.focus();
      this.page.act(this.lab.phone ?? "", "transfer", { user });
      input.value = "";
    });
    return form;
  }

  #makeProfile() {
    const select = h("select", { attributes: { "aria-label": "iOS version: another one starts the phone anew" } });
    select.addEventListener("change", () => this.page.act(this.lab.phone ?? "", "setProfile",
      { profile: select.value }));
    return select;
  }

  /** @param {any} phone */
  #drawProfile({ profile }) {
    const { lab, profile: select } = this;
    select.hidden = !lab.serves("setProfile");
    const known = [...new Set([...(lab.hello?.profiles ?? []), profile])];
    if (select.options.length !== known.length) {
      select.replaceChildren(...known.map((one) => h("option", { text: system(one), attributes: { value: one } })));
    }
    select.value = profile;
  }
}
