// The browser phone: puts its parts on the page, and gives each the app's state to show.

import { createExchange } from "../index.js";
import { Announcer } from "./announce.js";
import { App } from "./app.js";
import { readConfig } from "./config.js";
import { Devices } from "./devices.js";
import { button, byId, h, list, set, write } from "./dom.js";
import { arrange, changes } from "./focus.js";
import { icon } from "./icons.js";
import { Incoming } from "./incoming.js";
import { Keypad } from "./keypad.js";
import { listenToKeys } from "./keys.js";
import { Lists } from "./lists.js";
import { showSignIn } from "./sign-in.js";
import { Sounds } from "./sounds.js";
import { Talk } from "./talk.js";
import { applyTheme, toggleTheme } from "./theme.js";
import { clock, endOf, initialOf, presenceOf, stateOf, whoOf } from "./words.js";

/** How long the end of a call stays on the screen. */
const endTime = 4_000;

class Screen {
  part = "keypad";
  #isAdding = false;
  /** @type {{ call: import("../types/index.js").CallView, until: number } | null} */
  #end = null;
  /** @type {(() => void)[]} */
  #leave = [];
  #sounds = new Sounds();
  #announcer = new Announcer(byId("said"), byId("called"));

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.devices = new Devices(/** @type {HTMLDialogElement} */ (byId("devices")), app);
    this.keypad = new Keypad(byId("dial"), app);
    this.keypad.cancel.onclick = () => this.#setAdding(false);
    this.talk = new Talk(byId("talk"), app, {
      addCall: () => this.#setAdding(true), chooseDevices: () => void this.devices.open(),
    });
    this.incoming = new Incoming(byId("incoming"), app);
    this.lists = new Lists(byId("lists"), app, (part) => this.show(part));
    this.#makeTop();
    this.#makeTabs();
    this.before = app.state.phone;
    this.wide = matchMedia("(min-width: 820px)");
    const update = () => this.update();
    this.wide.addEventListener("change", update);
    const second = setInterval(() => this.#tick(), 1_000);
    this.#leave.push(
      app.store.subscribe(update), () => clearInterval(second), () => this.#sounds.play(null),
      () => this.wide.removeEventListener("change", update),
      listenToKeys(app, {
        keypad: this.keypad, talk: this.talk, close: () => this.#close(), isDialing: () => !byId("dial").hidden,
      }));
    if (this.wide.matches) this.part = "calls";
    this.update();
  }

  stop() {
    for (const leave of this.#leave.splice(0)) leave();
    this.lists.stop();
    this.devices.stop();
    this.incoming.stop();
    this.#announcer.stop();
    const parts = ["top", "talk", "dial", "lists", "tabs", "incoming", "elsewhere", "notice"];
    for (const id of parts) byId(id).hidden = true;
    for (const id of [...parts, "devices"]) byId(id).replaceChildren();
    delete byId("notice").dataset.text;
    document.body.classList.remove("busy");
    document.title = "Carillon";
  }

  /** @param {string} part */
  show(part) {
    this.part = part;
    if (part === "calls") this.app.sawCalls();
    if (part === "keypad") this.#isAdding = arrange(this.app.state.phone.calls).current !== null;
    this.update();
  }

  update() {
    const { state } = this.app;
    const { current, others, incoming } = arrange(state.phone.calls);
    this.#noteEnd(state.phone, current);
    const shown = current ?? this.#end?.call ?? null;
    if (shown === null) this.#isAdding = false;
    const isTalking = shown !== null && !this.#isAdding;
    byId("talk").hidden = !isTalking;
    byId("dial").hidden = isTalking;
    byId("lists").hidden = false;
    this.keypad.cancel.hidden = current === null;
    document.body.dataset.part = this.part;
    document.body.classList.toggle("busy", isTalking);
    this.talk.update(shown, others, state.phone.can.transfer);
    this.incoming.update(incoming, current, state.phone.ended);
    this.lists.update(state, this.part);
    this.#updateTop(state);
    this.#updateTabs(state);
    this.#updateElsewhere();
    this.#sound(current, incoming);
    const words = { state: (/** @type {any} */ call) => stateOf(call, Date.now()), end: endOf, who: whoOf };
    const { urgent, polite } = changes(this.before.calls, state.phone.calls, state.phone.ended, words);
    urgent.forEach((text) => this.#announcer.urgent(text));
    polite.forEach((text) => this.#announcer.say(text));
    if (incoming.length === 0) this.#announcer.urgent("");
    this.before = state.phone;
    const about = incoming[0] ? `${whoOf(incoming[0])} calls · ` : current ? `${whoOf(current)} · ` : "";
    document.title = `${about}Carillon`;
  }

  /**
   * @param {import("../types/index.js").PhoneSnapshot} phone
   * @param {import("../types/index.js").CallView | null} current
   */
  #noteEnd(phone, current) {
    const [last] = phone.ended;
    const wasShown = last && this.before.calls.find(({ id }) => id === last.id);
    if (wasShown && wasShown.phase !== "incoming" && !current) this.#end = { call: last, until: Date.now() + endTime };
    if (current || (this.#end && Date.now() >= this.#end.until)) this.#end = null;
  }

  #tick() {
    this.talk.tick();
    this.#updateElsewhere();
    if (this.#end && Date.now() >= this.#end.until) this.update();
  }

  /**
   * @param {import("../types/index.js").CallView | null} current
   * @param {readonly import("../types/index.js").CallView[]} incoming
   */
  #sound(current, incoming) {
    const talks = current !== null && current.phase !== "ringing" && current.phase !== "dialing";
    const rings = incoming.length > 0 && this.devices.doesRing && !talks;
    const waits = current?.phase === "ringing" && !current.hasEarlyMedia;
    this.#sounds.play(rings ? "ring" : waits ? "ringback" : null);
  }

  #close() {
    if (!this.talk.pad.hidden) this.talk.showPad(false);
    else if (this.#isAdding) this.#setAdding(false);
    else this.app.notify("");
  }

  /** @param {boolean} isAdding */
  #setAdding(isAdding) {
    this.#isAdding = isAdding;
    if (!this.wide.matches) this.part = "keypad";
    this.update();
    (isAdding ? this.keypad.field : this.talk.add).focus();
  }

  #makeTop() {
    this.presence = h("p", { class: "pill", attributes: { id: "presence", role: "status" } }, h("i"), h("span"));
    const { user } = this.app.state;
    const face = h("span", { class: "face", text: initialOf(user), attributes: { "aria-hidden": "true" } });
    const sound = button("button", "Sound: microphone and loudspeaker", () => void this.devices.open(),
      icon("mic"), h("span", { class: "wide", text: "Sound" }));
    set(sound, "aria-haspopup", "dialog");
    byId("top").replaceChildren(
      h("div", { class: "me" }, face, h("div", {}, h("h1", { text: user }), this.presence)), sound,
      button("button quiet square", "Dark or light", toggleTheme, icon("theme")),
      button("button quiet square", "Sign out", () => void this.app.signOut(), icon("leave")));
    byId("top").hidden = false;
  }

  /** @param {import("./app.js").AppState} state */
  #updateTop(state) {
    const { text, kind } = presenceOf(state.phone);
    this.presence?.setAttribute("data-kind", kind);
    write(/** @type {Element} */ (this.presence?.lastElementChild), text);
    const trouble = state.phone.connection.state === "over" ? state.phone.connection.message : null;
    const notice = state.notice || trouble;
    byId("notice").hidden = !notice;
    const place = byId("notice");
    if (place.dataset.text !== (notice ?? "")) {
      place.dataset.text = notice ?? "";
      const again = () => button("button", null, () => void this.app.start(), "Connect again");
      place.replaceChildren(notice ?? "", ...trouble && !state.notice ? [again()] : []);
    }
  }

  #makeTabs() {
    const make = (/** @type {string} */ part, /** @type {string} */ name, /** @type {string} */ text) => {
      const count = h("b", { class: "count", attributes: { hidden: true } });
      return { part, button: button("", null, () => this.show(part), icon(name), text, count), count };
    };
    this.tabs = [make("keypad", "keypad", "Phone"), make("calls", "clock", "Calls"), make("mail", "tape", "Voicemail")];
    byId("tabs").replaceChildren(...this.tabs.map((tab) => tab.button));
    byId("tabs").hidden = false;
  }

  /** @param {import("./app.js").AppState} state */
  #updateTabs(state) {
    const counts = { keypad: 0, ...this.lists.counts(state) };
    for (const { part, button: chooser, count } of this.tabs ?? []) {
      set(chooser, "aria-current", part === this.part ? "page" : null);
      const number = counts[/** @type {keyof typeof counts} */ (part)];
      count.hidden = number === 0;
      write(count, String(number));
      set(count, "aria-label", `${number} new`);
    }
  }

  #updateElsewhere() {
    const place = byId("elsewhere");
    const { elsewhere } = this.app.state;
    place.hidden = elsewhere.length === 0;
    list(place, elsewhere, ({ session }) => session, () => {
      const what = h("b");
      const more = h("span", { class: "number" });
      const take = button("button", null, () => void this.app.take(shown), "Take it here");
      let shown = elsewhere[0];
      return {
        element: h("p", {}, h("i", { class: "pulse" }), what, " ", more, take),
        update: (call) => {
          shown = call;
          set(take, "aria-label", `Take it here: the call on ${call.device}`);
          take.hidden = !call.canTake;
          take.disabled = this.app.state.phone.connection.state !== "ready";
          write(what, `Call ${call.state === "held" ? "on hold" : "active"} on ${call.device}`);
          write(more, `${call.who ? `with ${call.who}, ` : ""}${clock(Date.now() - call.since)}`);
        },
      };
    });
  }
}

/** @type {Screen | null} */
let screen = null;

async function begin() {
  applyTheme();
  const config = await readConfig();
  const exchange = createExchange({ url: config.api, deviceName: deviceName() });
  const signIn = () => {
    screen?.app.stop();
    screen?.stop();
    screen = null;
    showSignIn(byId("sign-in"), exchange, open);
  };
  const open = () => {
    byId("sign-in").hidden = true;
    const app = new App(exchange, config, signIn);
    screen = new Screen(app);
    void app.start();
  };
  addEventListener("pagehide", () => screen?.app.phone.close());
  addEventListener("online", () => screen?.app.phone.networkChanged());
  if (exchange.signedIn) open();
  else signIn();
}

/** The name of this page in the person's list of devices. */
function deviceName() {
  const first = (/** @type {[RegExp, string][]} */ known, /** @type {string} */ other) =>
    known.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? other;
  const browsers = /** @type {[RegExp, string][]} */ ([
    [/Firefox/, "Firefox"], [/Edg/, "Edge"], [/Chrom/, "Chrome"], [/Safari/, "Safari"],
  ]);
  const browser = first(browsers, "Browser");
  const systems = /** @type {[RegExp, string][]} */ ([
    [/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac/, "Mac"],
  ]);
  return `${browser} on ${first(systems, "Linux")}`;
}

void begin();
