// The keyboard of the page, and the list of its keys.

import { button, h, section } from "../phone/dom.js";
import { icon } from "./icons.js";
import { actionOf, shown } from "./keymap.js";

const kept = "carillon.lab.letters";

/** @param {EventTarget | null} target @returns {import("./keymap.js").Press["on"]} */
function placeOf(target) {
  if (!(target instanceof HTMLElement)) return "other";
  if (target instanceof HTMLInputElement && target.type === "range") return "range";
  if (target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return "field";
  return target.closest("button, a, [type=checkbox]") ? "button" : "other";
}

export class Keys {
  hasLetters = true;

  /** @param {(action: import("./keymap.js").Action) => boolean} act returns whether it did something */
  constructor(act) {
    try {
      this.hasLetters = localStorage.getItem(kept) !== "off";
    } catch {
      // The store is closed: letters act.
    }
    addEventListener("keydown", (event) => {
      // An open dialog has the keyboard alone.
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const action = actionOf({ key: event.key, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey,
        on: placeOf(event.target) }, this.hasLetters);
      if (action && act(action)) event.preventDefault();
    });
  }

  /** @param {HTMLDialogElement} dialog */
  show(dialog) {
    const letters = h("input", { attributes: { type: "checkbox", id: "letters" } });
    letters.checked = this.hasLetters;
    letters.addEventListener("change", () => {
      this.hasLetters = letters.checked;
      try {
        localStorage.setItem(kept, letters.checked ? "on" : "off");
      } catch {
        // The choice holds until the page is reloaded.
      }
    });
    const groups = /** @type {[string, string][]} */ ([["time", "Time"], ["phone", "The chosen phone"],
      ["page", "Page"]]);
    dialog.replaceChildren(
      h("div", { class: "bar" }, h("h2", { text: "Keys", attributes: { id: "keys-title" } }),
        button("button quiet square", "Close", () => dialog.close(), icon("cross"))),
      h("div", { class: "key-groups" }, ...groups.map(([group, title]) => section("", title, h("h3", { text: title }),
        h("dl", {}, ...shown.filter(([, , one]) => one === group).map(([key, text]) =>
          h("div", {}, h("dt", {}, h("kbd", { text: key })), h("dd", { text }))))))),
      h("label", { class: "check" }, letters, "Single letters and digits act"));
    dialog.showModal();
  }
}
