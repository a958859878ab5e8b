// The call on the screen, and the others beside it as strips. No control moves when something changes.

import { button, h, list, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { makePad } from "./keypad.js";
import { initialOf, qualityDetails, qualityOf, stateOf, whoOf } from "./words.js";

/** @typedef {import("../types/index.js").CallView} CallView */

export class Talk {
  /** @type {CallView | null} */
  call = null;

  /**
   * @param {HTMLElement} place
   * @param {import("./app.js").App} app
   * @param {{ addCall: () => void, chooseDevices: () => void }} ways
   */
  constructor(place, app, ways) {
    this.app = app;
    this.place = place;
    this.strips = h("ul", { class: "strips", attributes: { "aria-label": "Other calls" } });
    this.face = h("div", { class: "face large", attributes: { "aria-hidden": "true" } });
    this.who = h("h2", { attributes: { id: "talk-who" } });
    this.number = h("p", { class: "sub number" });
    this.state = h("p", { class: "state number", attributes: { id: "talk-state" } });
    this.bars = h("span", { class: "bars", attributes: { "aria-hidden": "true" } }, h("i"), h("i"), h("i"), h("i"));
    this.word = h("b");
    this.figure = h("span", { class: "number" });
    this.quality = h("button", {
      class: "fact", attributes: { type: "button" },
      on: { click: () => app.notify(qualityDetails(this.call?.quality ?? null)) },
    }, this.bars, this.word, this.figure);
    this.trouble = h("p", { class: "trouble" });
    /** @type {(name: string, text: string, act: () => void, isToggle?: boolean) => HTMLButtonElement} */
    const control = (name, text, act, isToggle = false) => {
      const made = button("control", null, act, h("span", {}, icon(name)), text);
      if (isToggle) set(made, "aria-pressed", "false");
      return made;
    };
    const withCall = (/** @type {(call: CallView) => void} */ act) => () => { if (this.call) act(this.call); };
    this.mute = control("mic", "Mute", withCall((call) => void app.toggleMute(call)), true);
    this.keys = control("keypad", "Keypad", () => this.showPad(this.pad.hidden), true);
    this.hold = control("hold", "Hold", withCall((call) => void app.toggleHold(call)), true);
    this.add = control("plus", "Add call", ways.addCall);
    this.move = control("transfer", "Transfer", () => this.#showTransfer(this.transfer.hidden), true);
    this.audio = control("speaker", "Audio", ways.chooseDevices);
    set(this.keys, "aria-controls", "talk-pad");
    this.digits = h("p", { class: "digits number", attributes: { "aria-live": "off" } });
    this.pad = h("div", { class: "talk-pad", attributes: { id: "talk-pad", hidden: true } },
      this.digits, makePad((key) => this.press(key)));
    const rules = { autocomplete: "off", maxlength: "128", placeholder: "Number or name" };
    this.target = h("input", { attributes: { ...rules, "aria-label": "Transfer to" } });
    this.transfer = h("form", {
      class: "transfer", attributes: { hidden: true },
      on: {
        submit: (event) => {
          event.preventDefault();
          if (this.call && this.target.value.trim()) void app.transfer(this.call, this.target.value.trim());
          this.#showTransfer(false);
        },
      },
    }, this.target, h("button", { class: "button main", text: "Transfer", attributes: { type: "submit" } }));
    this.hang = button("hang", null, withCall((call) => void app.hangUp(call)), icon("end"), "End");
    this.controls = h("div", { class: "controls" }, this.mute, this.keys, this.hold, this.add, this.move, this.audio);
    place.replaceChildren(this.strips, h("div", { class: "person" }, this.face, this.who, this.number, this.state,
      h("div", { class: "facts" }, this.quality)), this.trouble, this.pad, this.controls, this.transfer, this.hang);
  }

  /**
   * @param {CallView | null} call
   * @param {readonly CallView[]} others
   * @param {boolean} canTransfer
   */
  update(call, others, canTransfer) {
    const isOther = call?.id !== this.call?.id;
    this.call = call;
    list(this.strips, others, ({ id }) => id, () => this.#strip());
    this.strips.hidden = others.length === 0;
    if (!call) return;
    if (isOther) {
      this.showPad(false);
      this.#showTransfer(false);
      write(this.digits, "");
    }
    const who = whoOf(call);
    write(this.face, initialOf(who));
    write(this.who, who);
    write(this.number, call.name && call.number && call.name !== call.number ? call.number : "");
    this.place.dataset.state = call.isHeld || call.isHeldByPeer ? "held" : call.phase;
    const isUp = call.phase === "active" || call.phase === "reconnecting";
    set(this.mute, "aria-pressed", String(call.isMuted));
    const muteIcon = call.isMuted ? "micoff" : "mic";
    if (this.mute.dataset.icon !== muteIcon) {
      this.mute.dataset.icon = muteIcon;
      this.mute.firstElementChild?.replaceChildren(icon(muteIcon));
    }
    set(this.hold, "aria-pressed", String(call.isHeld));
    this.hold.disabled = !isUp || call.isHoldPending;
    this.keys.disabled = call.phase !== "active";
    this.move.hidden = !canTransfer;
    this.controls.classList.toggle("five", !canTransfer);
    this.move.disabled = call.phase !== "active";
    this.add.disabled = !isUp;
    const { word, figure, bars } = qualityOf(call.quality);
    write(this.word, word);
    write(this.figure, figure);
    this.bars.dataset.bars = String(bars);
    const spoken = bars === 0 ? "Quality unknown" : `Quality ${word.toLowerCase()}, score ${figure}`;
    set(this.quality, "aria-label", `${spoken}. Details`);
    this.quality.hidden = !isUp;
    write(this.trouble, isUp ? call.trouble ?? "" : "");
    this.tick();
  }

  /** Updates the shown times. To be called once a second. */
  tick() {
    const now = Date.now();
    if (this.call) write(this.state, stateOf(this.call, now));
    for (const strip of this.#strips) write(strip.state, stateOf(strip.call, now));
  }

  /** @param {string} key */
  press(key) {
    if (!this.call || this.call.phase !== "active") return;
    write(this.digits, `${this.digits.textContent}${key}`.slice(-24));
    void this.app.sendDigits(this.call, key);
  }

  /** @param {boolean} isShown */
  showPad(isShown) {
    this.pad.hidden = !isShown;
    set(this.keys, "aria-pressed", String(isShown));
    this.place.classList.toggle("with-pad", isShown);
  }

  /** @param {boolean} isShown */
  #showTransfer(isShown) {
    this.transfer.hidden = !isShown;
    set(this.move, "aria-pressed", String(isShown));
    if (isShown) this.target.focus();
  }

  /** @type {Set<{ call: CallView, state: Element }>} */
  #strips = new Set();

  #strip() {
    const face = h("span", { class: "face small", attributes: { "aria-hidden": "true" } });
    const who = h("b");
    const state = h("p", { class: "sub number" });
    const swap = button("button", null, () => void this.app.takeUp(entry.call), icon("swap"), "Swap");
    const end = button("button square quiet", null, () => void this.app.hangUp(entry.call), icon("cross"));
    const element = h("li", { class: "strip" }, face, h("div", {}, who, state), swap, end);
    /** @type {{ call: CallView, state: Element }} */
    const entry = { call: /** @type {any} */ (null), state };
    this.#strips.add(entry);
    return {
      element,
      update: (/** @type {CallView} */ call) => {
        entry.call = call;
        write(face, initialOf(whoOf(call)));
        write(who, whoOf(call));
        set(swap, "aria-label", `Swap to ${whoOf(call)}`);
        set(end, "aria-label", `End the call with ${whoOf(call)}`);
        swap.disabled = call.phase !== "active" || call.isHoldPending;
        for (const strip of this.#strips) if (!strip.state.isConnected && strip !== entry) this.#strips.delete(strip);
      },
    };
  }
}
