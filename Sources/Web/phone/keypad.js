// The dial pad. Keys, keyboard and paste fill one field; during a call the same keys send digits.

import { button, h, set, write } from "./dom.js";
import { icon } from "./icons.js";

const letters = ["", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ", "", "+", ""];
const keys = [..."123456789*0#"];
/**
 * The names of keys that are no digits, for a screen reader.
 * @type {Record<string, string>}
 */
const spoken = { "*": "star", "#": "hash" };

/**
 * Twelve keys.
 * @param {(key: string) => void} pressed
 */
export function makePad(pressed) {
  return h("div", { class: "pad", attributes: { role: "group", "aria-label": "Keys" } }, ...keys.map((key, index) => {
    const small = h("small", { text: letters[index], attributes: { "aria-hidden": "true" } });
    const label = spoken[key] ?? `${key} ${letters[index]}`.trim();
    const made = button("key", label, () => pressed(key), h("span", { text: key }), small);
    made.dataset.key = key;
    return made;
  }));
}

export class Keypad {
  /** @param {HTMLElement} place @param {import("./app.js").App} app */
  constructor(place, app) {
    this.app = app;
    this.field = h("input", {
      class: "number-field", attributes: {
        id: "number", inputmode: "tel", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        maxlength: "128", "aria-label": "Number or name", placeholder: "Number or name",
      },
      on: {
        input: () => this.#changed(),
        keydown: (event) => { if (event.key === "Enter") this.call(); },
      },
    });
    this.hint = h("p", { class: "hint", attributes: { id: "number-hint" } });
    set(this.field, "aria-describedby", "number-hint");
    this.button = button("key go", "Call", () => this.call(), icon("call"));
    this.erase = button("erase", "Delete the last character", () => this.#erase(), icon("back"));
    this.cancel = button("button quiet cancel", null, null, "Back to the call");
    this.cancel.hidden = true;
    place.replaceChildren(
      h("h2", { class: "sr", text: "Keypad", attributes: { id: "dial-title" } }), this.field, this.hint,
      makePad((key) => this.type(key)), h("div", { class: "row" }, h("span"), this.button, this.erase), this.cancel);
    this.#changed();
  }

  /** @param {string} text */
  type(text) {
    this.field.value += text;
    this.#changed();
  }

  call() {
    const wanted = this.field.value.trim();
    if (!wanted) {
      write(this.hint, "Say whom to call: a name or a number.");
      return this.field.focus();
    }
    this.field.value = "";
    this.#changed();
    void this.app.dial(wanted, this.#match(wanted)?.name ?? undefined);
  }

  #erase() {
    this.field.value = this.field.value.slice(0, -1);
    this.#changed();
  }

  #changed() {
    const wanted = this.field.value.trim();
    const match = wanted ? this.#match(wanted) : null;
    write(this.hint, match ? `${match.name}, ${match.number}` : wanted ? "" : "Type, paste or use the keys");
    this.erase.hidden = wanted === "";
  }

  /**
   * The person who was called, or called, under the typed text.
   * @param {string} wanted
   */
  #match(wanted) {
    const plain = wanted.toLowerCase();
    const found = (this.app.state.recents ?? []).find(({ who, number }) =>
      number !== null && who !== number && (number.toLowerCase().startsWith(plain) || who.toLowerCase() === plain));
    return found ? { name: found.who, number: /** @type {string} */ (found.number) } : null;
  }
}
