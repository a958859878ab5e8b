// The dialog to choose a run for comparison: the same scenario on the other phone, or another recording of this page.
// The live run goes on, so it is kept as a recording first.

import { button, h } from "../phone/dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("./run.js").Run} Run */

/** @param {Run} run */
export const titleOf = (run) => `${run.name}${run.scenario ? `, ${run.scenario.on === "naive" ? "naive phone"
  : "our phone"}` : ""}`;

/**
 * @param {HTMLDialogElement} dialog @param {Lab} lab
 * @param {{ play: (file: string, on: "ours" | "naive") => Promise<Run | null>, keep: () => Promise<void> }} page
 */
export function showComparing(dialog, lab, page) {
  const { run } = lab;
  if (!run) return;
  if (run.isLive) {
    return show(dialog, [button("choice", null, async () => {
      dialog.close();
      await page.keep();
    }, icon("save"), h("b", { text: "Keep this run" }),
      h("small", { text: "A recording of it, with the call that is shown, can be compared" }))]);
  }
  const choose = (/** @type {Run | null} */ other) => {
    dialog.close();
    lab.compareWith(other);
  };
  const items = [];
  const { scenario } = run;
  if (scenario && lab.serves("play")) {
    const on = scenario.on === "ours" ? "naive" : "ours";
    const known = lab.recordings.find(({ key }) => key === `${scenario.file} ${on}`);
    items.push(button("choice", null, async () => {
      const other = known ?? await page.play(scenario.file, on);
      if (other) choose(other);
    }, icon("phone"), h("b", { text: on === "naive" ? "The naive phone" : "Our phone" }),
      h("small", { text: "The same scenario" })));
  }
  for (const other of lab.recordings) {
    if (other === run || (scenario && other.scenario?.file === scenario.file)) continue;
    items.push(button("choice", null, () => choose(other), icon("compare"), h("b", { text: titleOf(other) }),
      h("small", { text: `${other.events.end} events` })));
  }
  if (lab.other) items.push(button("choice", null, () => choose(null), icon("cross"),
    h("b", { text: "Compare no more" })));
  show(dialog, items);
}

/** @param {HTMLDialogElement} dialog @param {HTMLElement[]} items */
function show(dialog, items) {
  dialog.replaceChildren(
    h("div", { class: "bar" }, h("h2", { text: "Compare with", attributes: { id: "comparing-title" } }),
      button("button quiet square", "Close", () => dialog.close(), icon("cross"))),
    h("ul", { class: "choice-list" }, ...items.map((item) => h("li", {}, item))),
    items.length === 0 ? h("p",
      { class: "none",
        text: "Play a scenario, open a trace or keep another run: then there is something to compare with." }) : "");
  dialog.showModal();
}
