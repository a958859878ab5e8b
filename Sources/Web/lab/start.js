// The suggestions for a first visit: four acts among those that the Lab serves.

import { button, h } from "../phone/dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {{ icon: string, title: string, text: string, key: string, act: () => void }} Choice */

/**
 * @param {Lab} lab
 * @param {{ scenarios: import("./scenarios.js").ScenarioPicker, dial: () => void, open: () => void,
 *   leave: () => void }} page
 * @returns {Choice[]}
 */
export function choicesOf(lab, { scenarios, dial, open, leave }) {
  const [person] = lab.hello?.people ?? [];
  // A naive phone stays dark, and is what the red beside it tells of.
  const phones = lab.phones().filter(({ naive }) => !naive).length;
  /** @type {Choice[]} */
  const choices = [];
  if (person && lab.serves("partyCalls")) {
    choices.push({
      icon: "bell", key: "1", title: `${person.name} calls the company`,
      text: `A public call. ${phones === 1 ? "The iPhone rings"
        : `${phones} iPhones ring`}; one device wins, the others are told why.`,
      act: () => {
        leave();
        void lab.do("partyCalls", { number: person.number, to: lab.hello.numbers?.company });
      },
    });
  }
  if (lab.serves("play")) {
    choices.push({
      icon: "cross", key: "2", title: "A phone that breaks a rule",
      text: "Pitfall 1 with the naive phone: iOS ends the app, and you see when and why.",
      act: () => void scenarios.play("pitfalls/01-await-before-report.yaml", "naive"),
    });
  }
  if (lab.serves("dial")) {
    choices.push({
      icon: "phone", key: "3", title: "Your own call",
      text: "You dial, lock, cut and kill; nothing happens unless you do it.",
      act: () => {
        leave();
        dial();
      },
    });
  }
  if (lab.serves("open")) {
    choices.push({ icon: "open", key: "O", title: "A trace", text: "Open a file, or drop it anywhere on the page.",
      act: open });
  }
  return choices;
}

/** @param {HTMLElement} place @param {readonly Choice[]} choices */
export function drawStart(place, choices) {
  const key = choices.map(({ title }) => title).join("\n");
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(
    h("h2", { text: "What would you like to see?", attributes: { id: "start-title" } }),
    h("p", { text: "Everything below runs on this machine; the time line keeps all of it." }),
    h("ol", {}, ...choices.map(({ icon: name, title, text, key: letter, act }) => h("li", {},
      button("choice", null, act, icon(name), h("b", { text: title }), h("small", { text }),
        h("kbd", { text: letter, attributes: { "aria-hidden": "true" } }))))));
}
