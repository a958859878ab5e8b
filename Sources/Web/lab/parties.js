// The parties other than phones: people of the public network, the browser phone, the exchange.

import { button, h, list, set, write } from "../phone/dom.js";
import { icon } from "./icons.js";
import { counted } from "./words.js";

/** @typedef {import("./lab.js").Lab} Lab */

/** @type {Record<string, string>} */
const states = { idle: "ready", calling: "hears ringing", talking: "talks", called: "is called" };
/** @type {Record<string, string>} */
const tones = { calling: "ringing", called: "ringing", talking: "talking" };

export class Parties {
  /**
   * The silenced parties. The Lab does not report them again, and a party speaks when its call begins.
   * @type {Set<string>}
   */
  #silent = new Set();

  /** @param {HTMLElement} place @param {Lab} lab */
  constructor(place, lab) {
    this.place = place;
    this.lab = lab;
  }

  draw() {
    const { world, hello } = this.lab;
    const cards = Object.keys(world).filter((key) => key.startsWith("party:"));
    if (hello?.exchange?.phonePage && this.lab.run?.isLive) cards.push("page");
    if (world.exchange) cards.push("exchange");
    list(this.place, cards, (key) => key, (key) => {
      if (key === "page") return this.#makePage();
      return key === "exchange" ? this.#makeExchange() : this.#makeParty(key);
    });
  }

  /** @param {string} key */
  #makeParty(key) {
    const { lab } = this;
    const name = h("b");
    const number = h("span", { class: "count number" });
    const state = h("p", { class: "pill" }, h("i"), h("span"));
    const number0 = key.slice("party:".length);
    const talks = () => ["calling", "talking", "called"].includes(lab.world[key]?.state);
    const call = button("button", null, () => void (talks() ? lab.do("partyHangsUp", { number: number0 })
      : lab.do("partyCalls", { number: number0, to: lab.hello?.numbers?.company })), h("span"));
    const speak = button("button", null, () => void this.#speak(number0), "Speak");
    const digits = this.#makeDigits(number0);
    const element = row("globe", name, number, state, digits, speak, call);
    const update = () => {
      const party = lab.world[key];
      if (!party) return;
      write(name, party.name);
      write(number, party.number);
      write(/** @type {Element} */ (state.lastElementChild), `${states[party.state] ?? party.state}${
        party.digits ? `, was sent ${party.digits}` : ""}`);
      set(state, "data-tone", tones[party.state] ?? null);
      write(/** @type {Element} */ (call.firstElementChild), talks() ? "Hang up" : "Call the company");
      call.hidden = !lab.canAct || !lab.serves(talks() ? "partyHangsUp" : "partyCalls");
      if (party.state === "idle") this.#silent.delete(number0);
      speak.hidden = !lab.canAct || party.state !== "talking" || !lab.serves("partySpeaks");
      digits.hidden = !lab.canAct || party.state !== "talking" || !lab.serves("partyDigits");
      set(/** @type {Element} */ (digits.firstElementChild), "aria-label", `Digits that ${party.name} presses`);
      set(speak, "aria-pressed", String(!this.#silent.has(number0)));
      set(speak, "aria-label", `${party.name} speaks`);
      set(call, "aria-label", `${party.name}: ${talks() ? "hang up" : "call the company"}`);
    };
    return { element, update };
  }

  /** @param {string} number */
  #makeDigits(number) {
    const input = h("input", { attributes: {
      inputmode: "tel", enterkeyhint: "send", maxlength: "32", pattern: "[0-9*#]+", autocomplete: "off",
      placeholder: "Digits",
    } });
    const form = h("form", {}, input);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value === "") return;
      void this.lab.do("partyDigits", { number, digits: input.value });
      input.value = "";
    });
    return form;
  }

  /** @param {string} number */
  async #speak(number) {
    const on = this.#silent.has(number);
    if (await this.lab.do("partySpeaks", { number, on }) === null) return;
    if (on) this.#silent.delete(number);
    else this.#silent.add(number);
    this.draw();
  }

  #makePage() {
    const { lab } = this;
    const { exchange, users } = lab.hello;
    const link = h("a", { class: "button", attributes: {
      href: exchange.phonePage, target: "_blank", rel: "noopener",
    } }, icon("out"), "Open its page");
    const about = h("p");
    const update = () => {
      // A person without an iPhone: a call to such a person rings on the page alone.
      const taken = new Set(lab.phones().map(({ user }) => user));
      const free = users?.find((/** @type {any} */ { login }) => !taken.has(login)) ?? users?.[0];
      write(about, free ? `Sign in as ${free.login}, password ${free.password}` : "");
    };
    return { element: row("page", h("b", { text: "Browser phone" }), about, link), update };
  }

  #makeExchange() {
    const { lab } = this;
    const about = h("p", { class: "number" });
    const cut = button("button", null, () => void lab.do("cutCarrier"), "Cut the carrier");
    const element = row("hub", h("b", { text: "Exchange" }), about, cut);
    const update = () => {
      write(about, [counted(lab.world.exchange?.sockets ?? 0, "socket"), counted(lab.moment.number + 1, "event"),
        counted(lab.world.violations?.length ?? 0, "breach", "breaches")].join(", "));
      cut.hidden = !lab.canAct || !lab.serves("cutCarrier");
    };
    return { element, update };
  }
}

/** @param {string} picture @param {HTMLElement} name @param {...HTMLElement} rest */
const row = (picture, name, ...rest) => h("li", {}, icon(picture), name, ...rest);
