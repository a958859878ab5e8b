// The picker: ring stories, which are played live, and scenarios, which give a recording of our phone or the naive one.

import { button, h, section, set } from "../phone/dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {{ file: string, folder: string, name: string, about: string, naive?: boolean }} Scenario */
/** @typedef {"ours" | "naive"} On */

/**
 * The found scenarios, by folder.
 * @param {readonly Scenario[]} scenarios
 * @param {string} search words that all have to be there
 */
export function found(scenarios, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Map<string, Scenario[]>} */
  const folders = new Map();
  for (const scenario of scenarios) {
    const text = `${scenario.folder} ${scenario.name} ${scenario.about} ${scenario.file}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const list = folders.get(scenario.folder);
    if (list) list.push(scenario);
    else folders.set(scenario.folder, [scenario]);
  }
  return folders;
}

export class ScenarioPicker {
  /** @type {Map<string, boolean>} by file and phone, whether its last run kept every promise */
  #passed = new Map();
  /** @type {Scenario[]} */
  #scenarios = [];
  /** @type {{ name: string, about: string }[]} */
  #stories = [];
  #isPlaying = false;

  /**
   * @param {HTMLDialogElement} dialog @param {Lab} lab
   * @param {{ played: (recording: import("./run.js").Recording) => void, told: () => void, open: () => void }} page
   */
  constructor(dialog, lab, page) {
    this.dialog = dialog;
    this.lab = lab;
    this.page = page;
    this.search = h("input", { attributes: {
      type: "search", placeholder: "Search scenarios and stories", "aria-label": "Search scenarios and stories",
        autocomplete: "off",
    } });
    this.search.addEventListener("input", () => this.#list());
    this.results = h("div", { class: "results" });
    this.state = h("p", { class: "count", attributes: { role: "status" } });
    dialog.append(h("div", { class: "bar" }, h("h2", { text: "What to see", attributes: { id: "scenarios-title" } }),
      this.state,
      button("button quiet square", "Close", () => dialog.close(), icon("cross"))),
      h("label", { class: "search" }, icon("search"), this.search), this.results);
  }

  async show() {
    this.dialog.showModal();
    this.search.focus();
    this.search.select();
    const { lab } = this;
    this.state.textContent = "";
    // An answer within 300 ms needs no text for the wait.
    const late = setTimeout(() => { this.state.textContent = "Asking the Lab …"; }, 300);
    if (lab.serves("scenarios")) this.#scenarios = (await lab.do("scenarios"))?.scenarios ?? this.#scenarios;
    if (lab.serves("story")) this.#stories = await this.#askForStories();
    clearTimeout(late);
    this.state.textContent = "";
    this.#list();
  }

  /** A Lab without stories refuses the request; the list is then empty. */
  async #askForStories() {
    try {
      return (await this.lab.socket?.command("stories"))?.stories ?? [];
    } catch {
      return [];
    }
  }

  #list() {
    const { lab } = this;
    const stories = this.#stories.filter(({ name, about }) =>
      `${name} ${about}`.toLowerCase().includes(this.search.value.trim().toLowerCase()));
    const sections = [];
    if (lab.run && !lab.run.isLive && lab.live) {
      sections.push(section("", "The Lab, live",
        h("ul", {}, h("li", {}, this.#text("The Lab, live", "Its phones, as they are now."),
        button("button main", null, () => {
          this.dialog.close();
          lab.show(/** @type {import("./run.js").Run} */ (lab.live));
        }, "Go live")))));
    }
    if (stories.length > 0 && lab.serves("story")) {
      const title = "Ring stories, live on the Lab's phones; the last one has our app or the naive one";
      sections.push(section("", title, h("h3", { text: title }), h("ul", {},
        ...stories.map(({ name, about }) => h("li", {}, this.#text(name, about), this.#story(name, "ours", "Ours"),
          this.#story(name, "naive", "Naive"))))));
    }
    for (const [folder, list] of found(this.#scenarios, this.search.value)) {
      sections.push(section("", folder, h("h3", { text: folder }), h("ul", {}, ...list.map((one) => h("li", {},
        this.#text(one.name, one.about), this.#play(one, "ours", "Ours"),
        one.naive === false ? null : this.#play(one, "naive", "Naive"))))));
    }
    this.results.replaceChildren(...sections);
    if (sections.length === 0) {
      this.results.append(h("p", { class: "none", text: this.search.value
        ? "Nothing has these words. Try fewer of them." : "This Lab has neither scenarios nor stories yet." }));
    }
  }

  /** @param {string} name @param {string} about */
  #text(name, about) { return h("div", {}, h("b", { text: name }), h("p", { text: about })); }

  /** @param {string} name @param {On} on @param {string} text */
  #story(name, on, text) {
    return button("button", `${name}: ${text}`, () => void this.#tell(name, on), icon("play"), text);
  }

  /** @param {Scenario} scenario @param {On} on @param {string} text */
  #play(scenario, on, text) {
    const passed = this.#passed.get(`${scenario.file} ${on}`);
    const mark = passed === undefined ? null : icon(passed ? "check" : "cross");
    const word = passed === undefined ? "" : passed ? ", kept its promises" : ", broke a promise";
    const element = button("button", `${scenario.name}: ${text}${word}`, () => void this.play(scenario.file, on), mark,
      text);
    element.classList.toggle("passed", passed === true);
    set(element, "disabled", !this.lab.serves("play"));
    return element;
  }

  /** @param {string} file @param {On} on */
  async play(file, on) {
    if (this.#isPlaying) return null;
    this.#isPlaying = true;
    this.state.textContent = "Playing …";
    const recording = await this.lab.do("play", { file, on });
    this.#isPlaying = false;
    this.state.textContent = "";
    if (!recording) return null;
    this.#passed.set(`${file} ${on}`, recording.passed === true);
    this.dialog.close();
    this.page.played(recording);
    return recording;
  }

  /** @param {string} name @param {On} on */
  async #tell(name, on) {
    this.dialog.close();
    this.page.told();
    await this.lab.do("story", { name, on, speed: Math.abs(this.lab.moment.speed) });
  }
}
