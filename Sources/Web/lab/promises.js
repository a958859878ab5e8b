// The promises of a scenario, each with its result, shown beside the recording.

import { h } from "../phone/dom.js";
import { icon } from "./icons.js";
import { moment } from "./words.js";

/** @type {WeakMap<HTMLElement, unknown>} */
const drawn = new WeakMap();

/**
 * @param {HTMLElement} place @param {import("./run.js").Run | null} run @param {number} time
 */
export function drawPromises(place, run, time) {
  const promises = run?.promises ?? [];
  place.hidden = promises.length === 0;
  if (place.hidden) return;
  if (drawn.get(place) !== run) {
    drawn.set(place, run);
    const kept = promises.filter((one) => one.kept).length;
    place.replaceChildren(
      h("div", { class: "bar" }, h("h2", { text: "Promises", attributes: { id: "promises-title" } }),
        h("span", { class: "count", text: `${kept} of ${promises.length} kept` })),
      h("ul", {}, ...promises.map(({ at, promise, kept: isKept, found }) => h("li",
        { class: isKept ? "kept" : "missed" },
        icon(isKept ? "check" : "cross"), h("time", { text: moment(at ?? 0, 1) }),
        h("span", {}, promise, isKept ? null : h("small", { text: ` but ${found}` }))))));
  }
  [...place.querySelectorAll("li")].forEach((row, index) => row.classList.toggle("later",
    (promises[index].at ?? 0) > time));
}
