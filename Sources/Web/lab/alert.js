// Broken rules: the newest one in a line, all of them in a list by rule. In the Lab red means this and nothing else.

import { button, h, section, set, write } from "../phone/dom.js";
import { icon } from "./icons.js";
import { moment } from "./words.js";

/** @typedef {{ i: number, at: number, phone: string, rule: string, name: string, certainty: string, source: string,
 *   statement: string, what: string }} Violation */

/**
 * By rule, the rule that was broken last first.
 * @param {readonly Violation[]} violations
 */
export function byRule(violations) {
  /** @type {Map<string, Violation[]>} */
  const rules = new Map();
  for (const violation of [...violations].reverse()) {
    const list = rules.get(violation.rule);
    if (list) list.push(violation);
    else rules.set(violation.rule, [violation]);
  }
  return [...rules.values()];
}

export class Alert {
  /** @type {readonly Violation[]} */
  #violations = [];
  #key = "";

  /**
   * @param {HTMLElement} place @param {HTMLDialogElement} dialog
   * @param {{ goTo: (row: number) => void, origin: () => number }} page
   */
  constructor(place, dialog, page) {
    this.place = place;
    this.dialog = dialog;
    this.page = page;
    this.rule = h("span");
    this.title = h("b");
    this.source = h("i");
    this.what = h("span");
    this.statement = h("span", { class: "statement" });
    this.more = button("button quiet", null, () => this.open());
    this.show = button("button", "Show where the rule was broken", () => this.#goTo(), "Show");
    place.append(h("span", { class: "badge" }, icon("cross"), this.rule),
      h("p", {}, h("span", { class: "head" }, this.title, " ", this.source),
        h("span", { class: "what" }, this.what, this.statement)),
      this.more, this.show);
  }

  /** @param {readonly Violation[]} violations by the moment */
  draw(violations) {
    this.#violations = violations;
    const newest = violations.at(-1);
    const key = newest ? `${newest.i} ${newest.at} ${newest.phone} ${violations.length}` : "";
    if (key === this.#key) return;
    this.#key = key;
    this.place.hidden = !newest;
    if (!newest) return;
    write(this.rule, newest.rule);
    write(this.title, `${newest.phone} broke “${newest.name}”`);
    write(this.source, `${newest.certainty}, ${newest.source}`);
    const what = newest.what ? `${newest.what[0].toUpperCase()}${newest.what.slice(1)}. ` : "";
    write(this.what, what);
    write(this.statement, newest.statement);
    write(this.more, `${violations.length - 1} more`);
    this.more.hidden = violations.length < 2;
    set(this.more, "aria-haspopup", "dialog");
  }

  #goTo() {
    const newest = this.#violations.at(-1);
    if (newest) this.page.goTo(newest.i);
  }

  /**
   * The time since the shown rows begin; one before them is negative.
   * @param {Violation} violation
   */
  #timeOf({ at }) {
    const since = at - this.page.origin();
    return `${since < 0 ? "−" : ""}${moment(Math.abs(since))}`;
  }

  open() {
    const { dialog } = this;
    dialog.replaceChildren(
      h("div", { class: "bar" }, h("h2", { text: "Broken rules", attributes: { id: "rules-title" } }),
        button("button quiet square", "Close", () => dialog.close(), icon("cross"))),
      ...byRule(this.#violations).map((list) => section("broken-rule", list[0].name,
        h("h3", {}, h("span", { class: "badge" }, icon("cross"), list[0].rule), ` ${list[0].name}`),
        h("p", { text: list[0].statement }), h("p", { class: "count",
          text: `${list[0].certainty}, ${list[0].source}` }),
        h("ul", {}, ...list.map((one) => h("li", {}, button("button quiet", null, () => {
          dialog.close();
          this.page.goTo(one.i);
        }, `${this.#timeOf(one)} · ${one.phone}`)))))));
    dialog.showModal();
  }
}
