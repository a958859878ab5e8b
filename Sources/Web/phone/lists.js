// Recents and voicemail.

import { button, h, list, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { Player } from "./player.js";
import { clock, dayOf, initialOf, timeOf, whoOf } from "./words.js";

/** @typedef {import("./history.js").Recent} Recent */
/** @typedef {import("./app.js").Message} Message */

/** @type {Record<Recent["kind"], string>} */
const icons = {
  missed: "missed", incoming: "incoming", outgoing: "outgoing", message: "tape", elsewhere: "check", unknown: "clock",
};

export class Lists {
  /** @param {HTMLElement} place @param {import("./app.js").App} app @param {(part: string) => void} show */
  constructor(place, app, show) {
    this.app = app;
    const tab = (/** @type {string} */ part, /** @type {string} */ text) => {
      const count = h("b", { class: "count", attributes: { hidden: true } });
      const chooser = h("button", {
        attributes: { type: "button", role: "tab", id: `tab-${part}`, "aria-controls": `panel-${part}` },
        on: { click: () => show(part), keydown: (event) => this.#moved(event) },
      }, text, count);
      return { button: chooser, count };
    };
    this.calls = tab("calls", "Calls");
    this.mail = tab("mail", "Voicemail");
    this.rows = h("ul", { class: "rows", attributes: { "aria-label": "Calls" } });
    this.messages = h("ul", { class: "rows", attributes: { "aria-label": "Messages" } });
    this.callsPanel = panel("calls", "clock", this.rows);
    this.mailPanel = panel("mail", "tape", this.messages);
    this.trouble = h("p", { class: "empty" });
    this.retry = button("button", null, () => void app.refresh(), "Try again");
    this.wrong = h("div", { class: "wrong", attributes: { hidden: true, role: "status" } }, this.trouble, this.retry);
    place.replaceChildren(
      h("div", { class: "segments", attributes: { role: "tablist", "aria-label": "Lists" } },
        this.calls.button, this.mail.button),
      this.wrong, this.callsPanel.element, this.mailPanel.element);
  }

  /** @param {import("./app.js").AppState} state @param {string} part */
  update(state, part) {
    const isMail = part === "mail";
    for (const [tab, isChosen] of /** @type {const} */ ([[this.calls, !isMail], [this.mail, isMail]])) {
      set(tab.button, "aria-selected", String(isChosen));
      set(tab.button, "tabindex", isChosen ? "0" : "-1");
    }
    this.callsPanel.element.hidden = isMail;
    this.mailPanel.element.hidden = !isMail;
    const trouble = isMail ? state.mailTrouble : state.listTrouble;
    this.wrong.hidden = trouble === null;
    write(this.trouble, trouble ?? "");
    this.#counts(state);
    const now = Date.now();
    list(this.rows, state.recents ?? [], ({ id }) => id, () => this.#row());
    headings(this.rows, (state.recents ?? []).map(({ time }) => dayOf(time, now)));
    this.callsPanel.say(state.recents === null || state.listTrouble ? "" : state.recents.length > 0 ? ""
      : "No calls yet. Type a name or a number on the keypad to make the first one.");
    list(this.messages, state.messages ?? [], ({ id }) => id, () => this.#message());
    this.mailPanel.say(state.messages === null || state.mailTrouble ? "" : state.messages.length > 0 ? ""
      : "No messages. When you do not answer, callers may leave one here.");
  }

  /** No data of the person stays. */
  stop() {
    list(this.rows, [], () => "", () => this.#row());
    list(this.messages, [], () => "", () => this.#message());
  }

  /** @param {import("./app.js").AppState} state */
  counts(state) {
    return {
      calls: (state.recents ?? []).filter(({ kind, time }) => kind === "missed" && time > this.app.seenAt).length,
      mail: (state.messages ?? []).filter(({ isHeard }) => !isHeard).length,
    };
  }

  /** @param {import("./app.js").AppState} state */
  #counts(state) {
    const counts = this.counts(state);
    const told = /** @type {const} */ ([[this.calls, counts.calls, "missed"], [this.mail, counts.mail, "new"]]);
    for (const [tab, count, what] of told) {
      tab.count.hidden = count === 0;
      write(tab.count, String(count));
      set(tab.count, "aria-label", `${count} ${what}`);
    }
  }

  #row() {
    const face = h("span", { class: "face quiet", attributes: { "aria-hidden": "true" } });
    const who = h("b");
    const mark = h("span");
    const detail = h("span");
    const time = h("time");
    const back = button("button quiet square", null, null, icon("call"));
    const element = h("li", { class: "row-call" }, face,
      h("div", {}, who, h("span", { class: "detail" }, mark, detail)), time, back);
    return {
      element,
      update: (/** @type {Recent} */ recent) => {
        write(face, initialOf(recent.who));
        write(who, recent.who);
        write(detail, recent.detail);
        write(time, timeOf(recent.time));
        set(time, "datetime", new Date(recent.time).toISOString());
        if (element.dataset.kind !== recent.kind) {
          element.dataset.kind = recent.kind;
          mark.replaceChildren(icon(icons[recent.kind]));
        }
        back.hidden = recent.number === null;
        set(back, "aria-label", `Call ${recent.who}`);
        const name = recent.who === recent.number ? undefined : recent.who;
        back.onclick = () => void this.app.dial(recent.number ?? "", name);
      },
    };
  }

  #message() {
    const fresh = h("i", { class: "new", attributes: { role: "img", "aria-label": "New" } });
    const who = h("b");
    const when = h("time");
    const back = button("button quiet square", null, null, icon("call"));
    const remove = button("button quiet square", null, null, icon("trash"));
    /** @type {Message} */
    let message;
    const player = new Player({
      load: () => this.app.exchange.sound(message.id), started: () => void this.app.heard(message),
    });
    const element = h("li", { class: "message" }, player.button,
      h("div", { class: "about" }, fresh, who, when), h("div", { class: "acts" }, back, remove),
      player.track, player.trouble);
    return {
      element, removed: () => player.close(),
      update: (/** @type {Message} */ next) => {
        message = next;
        const name = whoOf(next);
        fresh.hidden = next.isHeard;
        element.classList.toggle("heard", next.isHeard);
        write(who, name);
        const length = next.milliseconds === null ? "" : `, ${clock(next.milliseconds)}`;
        write(when, `${dayOf(next.time, Date.now())}, ${timeOf(next.time)}`);
        player.update(`the message of ${name}${length}`, next.milliseconds ?? 0, next.sound);
        back.hidden = next.number === null;
        set(back, "aria-label", `Call ${name}`);
        back.onclick = () => void this.app.dial(next.number ?? "", name === next.number ? undefined : name);
        set(remove, "aria-label", `Delete the message of ${name}`);
        remove.onclick = () => void this.app.deleteMessage(next);
      },
    };
  }

  /** @param {KeyboardEvent} event */
  #moved(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = event.target === this.calls.button ? this.mail.button : this.calls.button;
    other.focus();
    other.click();
  }
}

/**
 * @param {string} part
 * @param {string} picture an icon beside the words while there are no rows
 * @param {HTMLElement} rows
 */
function panel(part, picture, rows) {
  const words = h("span");
  const empty = h("p", { class: "empty" }, icon(picture), words);
  const element = h("div", {
    class: "panel", attributes: { id: `panel-${part}`, role: "tabpanel", "aria-labelledby": `tab-${part}` },
  }, empty, rows);
  return {
    element,
    say: (/** @type {string} */ text) => {
      write(words, text);
      empty.hidden = text === "";
      rows.hidden = text !== "";
    },
  };
}

/**
 * Writes the day above its first row.
 * @param {HTMLElement} rows @param {string[]} days
 */
function headings(rows, days) {
  [...rows.children].forEach((row, index) => {
    const day = index === 0 || days[index] !== days[index - 1] ? days[index] : null;
    set(row, "data-day", day);
  });
}
