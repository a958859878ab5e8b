// The incoming sheet: it takes no focus and no key that text needs, and covers neither Mute nor End.

import { answering } from "./focus.js";
import { button, h, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { initialOf, whoOf } from "./words.js";

/** @typedef {import("../types/index.js").CallView} CallView */

/** How long "answered elsewhere" stays. */
const elsewhereTime = 2_000;

export class Incoming {
  /** @type {CallView | null} */
  call = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} place @param {import("./app.js").App} app */
  constructor(place, app) {
    this.place = place;
    this.face = h("span", { class: "face", attributes: { "aria-hidden": "true" } });
    this.who = h("h2", { attributes: { id: "incoming-name" } });
    this.about = h("p", { attributes: { id: "incoming-about" } });
    this.more = h("span", { class: "more number" });
    const act = (/** @type {(call: CallView) => void} */ action) => () => { if (this.call) action(this.call); };
    this.no = button("no", null, act((call) => void app.decline(call)), "Decline");
    this.yesText = h("span", { text: "Answer" });
    this.yes = button("yes", null, act((call) => void app.answer(call)), icon("call"), this.yesText);
    this.third = button("third", null, act((call) => void app.answer(call, "end")));
    this.choices = h("div", { class: "choices" }, this.no, this.yes, this.third);
    this.keys = h("p", { class: "keys" }, h("kbd", { text: "Alt A" }), " answers, ", h("kbd", { text: "Alt D" }),
      " declines. The keyboard stays where you type.");
    const person = h("div", { class: "who" }, this.face, h("div", {}, this.who, this.about), this.more);
    place.replaceChildren(person, this.choices, this.keys);
  }

  /** @param {readonly CallView[]} incoming @param {CallView | null} current @param {readonly CallView[]} ended */
  update(incoming, current, ended) {
    const call = incoming[0] ?? null;
    if (call === null) {
      const before = this.call;
      this.call = null;
      const end = before && ended.find(({ id }) => id === before.id);
      const tookElsewhere = end?.ending?.reason === "answeredElsewhere" || end?.ending?.reason === "declinedElsewhere";
      if (tookElsewhere && end) return this.#showElsewhere(end);
      // The end of the last call stays visible for its time.
      if (!this.place.classList.contains("gone")) this.#hide();
      return;
    }
    clearTimeout(this.#timer);
    this.call = call;
    const who = whoOf(call);
    write(this.face, initialOf(who));
    write(this.who, who);
    write(this.about, call.name && call.number && call.name !== call.number ? `${call.number} calls you` : "calls you");
    write(this.more, incoming.length > 1 ? `${incoming.length - 1} more rings` : "");
    const way = answering(current);
    write(this.yesText, way === "hold" ? "Hold and answer" : way === "end" ? "Cancel the other and answer" : "Answer");
    this.third.hidden = way !== "hold";
    if (current) write(this.third, `End the call with ${whoOf(current)} and answer`);
    this.choices.hidden = false;
    this.keys.hidden = false;
    this.place.classList.remove("gone");
    set(this.place, "hidden", null);
  }

  /** @param {CallView} end */
  #showElsewhere(end) {
    const isAnswered = end.ending?.reason === "answeredElsewhere";
    write(this.about, `${isAnswered ? "answered" : "declined"} on ${end.answeredOn ?? "another device"}`);
    write(this.more, "");
    this.choices.hidden = true;
    this.keys.hidden = true;
    this.place.classList.add("gone");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hide(), elsewhereTime);
  }

  stop() { clearTimeout(this.#timer); }

  #hide() {
    set(this.place, "hidden", true);
    this.place.classList.remove("gone");
  }
}
