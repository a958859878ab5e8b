// The controls around the parts: header, choice of the call, filters, playing, tabs.

import { button, byId, h, set, write } from "../phone/dom.js";
import { toggleTheme } from "../phone/theme.js";
import { titleOf } from "./comparing.js";
import { icon } from "./icons.js";
import { speeds } from "./moment.js";
import { forgetColors } from "./paint.js";
import { sessionsOf } from "./sessions.js";
import { moment as momentText, system } from "./words.js";

/** @typedef {import("./lab.js").Lab} Lab */

/**
 * @param {Lab} lab
 * @param {Record<"moved" | "follow" | "save" | "open" | "scenarios" | "compare" | "link" | "keys" | "redraw",
 *   () => void>
 *   & { narrow: (choice: any) => void, nameOf: (id: string) => string }} page
 */
export function makeControls(lab, page) {
  const wide = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) =>
    button("button quiet", text, act, icon(name), h("span", { text, attributes: { "aria-hidden": "true" } }));
  const narrow = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) =>
    button("button quiet square", text, act, icon(name));
  const open = wide("open", "Open trace", page.open);
  const save = wide("save", "Save", page.save);
  const compare = wide("compare", "Compare", page.compare);
  byId("top-actions").append(open, save, compare, narrow("link", "Copy a link to this moment", page.link),
    narrow("theme", "Dark or light", changeTheme), narrow("keys", "Keyboard", page.keys));

  function changeTheme() {
    toggleTheme();
    forgetColors();
    page.redraw();
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    forgetColors();
    page.redraw();
  });
  byId("picker").addEventListener("click", page.scenarios);
  const { choice: calls, draw: drawCalls } = makeCallChoice(lab, page);
  const kinds = makeKinds(lab, page);
  const search = /** @type {HTMLInputElement} */ (byId("filter"));
  search.addEventListener("input", () => page.narrow({ search: search.value }));
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    page.narrow({ search: "" });
    search.blur();
  });
  const { play, speed } = makePlaying(lab, page);
  const add = makeAdding(lab);
  makeTabs(page);
  byId("live").addEventListener("click", page.follow);

  return {
    draw() {
      const { run, moment } = lab;
      write(byId("crumb"), run?.scenario ? `${run.scenario.file.split("/").slice(0, -1).join(" / ")} /` : "");
      write(byId("run-name"), run ? (run.isLive ? "The Lab, live" : titleOf(run)) : "Phone Lab");
      open.hidden = !lab.serves("open");
      save.hidden = !lab.live;
      compare.hidden = !run || (run.isLive && !lab.serves("open"));
      set(compare, "aria-pressed", String(lab.other !== null));
      write(byId("compared"), lab.other ? `compared with ${titleOf(lab.other)}` : "");
      calls.hidden = run === null || (!run.isLive && run.call === null);
      drawCalls();
      kinds();
      add();
      speed();
      set(play, "aria-label", moment.isPlaying || moment.isLive ? "Pause" : "Play");
      if (play.dataset.icon !== String(moment.isPlaying || moment.isLive)) {
        play.dataset.icon = String(moment.isPlaying || moment.isLive);
        play.replaceChildren(icon(moment.isPlaying || moment.isLive ? "pause" : "play"));
      }
      const live = byId("live");
      const isNow = run?.isLive === true && moment.isLive;
      set(live, "aria-pressed", String(isNow));
      live.hidden = lab.live === null;
    },
  };
}

/** @param {Lab} lab @param {{ moved: () => void }} page */
function makePlaying(lab, page) {
  const step = (/** @type {number} */ count) => () => {
    lab.moment.step(count);
    lab.selected = null;
    page.moved();
  };
  const play = button("play", "Play", () => {
    lab.moment.toggle();
    lab.selected = null;
    page.moved();
  });
  byId("controls").append(button("button quiet square", "Event before", step(-1), icon("previous")), play,
    button("button quiet square", "Event after", step(1), icon("next")));
  /** @type {Record<number, [string, string]>} */
  const words = { [-1]: ["Backwards", "−1×"], 0.25: ["A quarter of the speed", "¼×"] };
  const buttons = speeds.map((speed) => {
    const [label, text] = words[speed] ?? [`${speed} times the speed`, `${speed}×`];
    return button("", label, () => {
      lab.moment.speed = speed;
      page.moved();
    }, text);
  });
  byId("speed").append(...buttons);
  const speed = () => buttons.forEach((one, index) => set(one, "aria-pressed",
    String(speeds[index] === lab.moment.speed)));
  return { play, speed };
}

/** @param {Lab} lab @param {{ narrow: (choice: any) => void }} page */
function makeKinds(lab, page) {
  const kinds = /** @type {[import("./rows.js").Filter, string][]} */ ([
    ["all", "All"], ["messages", "Messages"], ["pushes", "Pushes"], ["phones", "Phones"],
  ]);
  const buttons = kinds.map(([filter, text]) => button("", null, () => page.narrow({ filter }), text));
  byId("kinds").append(...buttons);
  return () => buttons.forEach((one, index) => set(one, "aria-pressed", String(kinds[index][0] === lab.filter)));
}

/**
 * Which call's sequence is shown.
 * @param {Lab} lab
 * @param {{ narrow: (choice: any) => void, nameOf: (id: string) => string }} page
 */
function makeCallChoice(lab, page) {
  const choice = /** @type {HTMLSelectElement} */ (byId("call-choice"));
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option",
    { text, attributes: { value } });
  const fill = () => {
    const sessions = sessionsOf(lab.moment.events, 30);
    choice.replaceChildren(option("newest", "The newest call"), option("all", "Everything"),
      ...sessions.map(({ call, at, from, to }) =>
        option(`call ${call}`, `${momentText(at, 1)}  ${page.nameOf(from)}${to ? ` → ${page.nameOf(to)}` : ""}`)));
  };
  const draw = () => {
    const value = lab.call === undefined ? "newest" : lab.call === null ? "all" : `call ${lab.call}`;
    if (choice.value === value) return;
    if (![...choice.options].some((one) => one.value === value)) fill();
    choice.value = value;
  };
  choice.append(option("newest", "The newest call"), option("all", "Everything"));
  for (const event of ["pointerdown", "focus"]) {
    choice.addEventListener(event, () => {
      fill();
      draw();
    });
  }
  choice.addEventListener("change", () => {
    const { value } = choice;
    page.narrow({ call: value === "newest" ? undefined : value === "all" ? null : value.slice("call ".length) });
  });
  return { choice, draw };
}

/** @param {Lab} lab */
function makeAdding(lab) {
  const naive = h("option", { text: "naive phone", attributes: { value: "naive" } });
  const kind = h("select", { attributes: { "aria-label": "Kind of the phone to add" } },
    h("option", { text: "our phone", attributes: { value: "ours" } }), naive);
  const profile = h("select", { attributes: { "aria-label": "iOS version of the phone to add" } });
  const add = button("button", "Add an iPhone", () => void lab.do("addPhone", {
    profile: profile.value, naive: kind.value === "naive",
  }), icon("plus"), "Add");
  byId("add-place").append(profile, kind, add);
  return () => {
    const { hello } = lab;
    byId("add-place").hidden = !lab.serves("addPhone") || !lab.run?.isLive;
    const profiles = hello?.profiles ?? [];
    if (profile.options.length !== profiles.length) {
      profile.replaceChildren(...profiles.map((/** @type {string} */ one) => h("option", {
        text: system(one), attributes: { value: one },
      })));
      profile.value = hello?.profile ?? "";
    }
    const isFull = lab.phones().length >= (hello?.limits?.phones ?? Infinity);
    for (const control of [add, kind, profile]) set(control, "disabled", !lab.canAct || isFull);
    set(add, "title", isFull ? "There are as many phones as the Lab can have." : null);
  };
}

/**
 * On narrow screens one part at a time.
 * @param {{ redraw: () => void, moved: () => void }} page
 */
function makeTabs(page) {
  const tabs = [["devices", "phone", "Devices"], ["sequence", "sequence", "Sequence"], ["call", "call", "Call"]];
  const buttons = tabs.map(([name, picture, text]) => button("", null, () => {
    document.body.dataset.tab = name;
    draw();
    page.moved();
    page.redraw();
  }, icon(picture), text));
  const draw = () => buttons.forEach((one, index) =>
    set(one, "aria-current", document.body.dataset.tab === tabs[index][0] ? "true" : null));
  byId("tabs").append(...buttons);
  buttons.forEach((one, index) => { one.dataset.to = tabs[index][0]; });
  draw();
}
