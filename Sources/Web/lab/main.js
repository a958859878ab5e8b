// The page: its parts, the changes that mark them, and the commands of the keys.

import { Announcer } from "../phone/announce.js";
import { byId, write } from "../phone/dom.js";
import { applyTheme } from "../phone/theme.js";
import { actOfKey } from "./acts.js";
import { Alert } from "./alert.js";
import { showComparing } from "./comparing.js";
import { Conditions } from "./conditions.js";
import { makeControls } from "./controls.js";
import { Frame } from "./frame.js";
import { Keys } from "./keys.js";
import { Lab } from "./lab.js";
import { newsOf } from "./news.js";
import { LostLine, Toast } from "./notices.js";
import { Parties } from "./parties.js";
import { namesOf, partiesOf } from "./people.js";
import { Phones, summaryOf } from "./phones.js";
import { Plots } from "./plots.js";
import { drawPromises } from "./promises.js";
import { RacePanel } from "./race.js";
import { ScenarioPicker } from "./scenarios.js";
import { Sequence } from "./sequence.js";
import { Sizes } from "./sizes.js";
import { LabSocket } from "./socket.js";
import { choicesOf, drawStart } from "./start.js";
import { StatePanel } from "./state-panel.js";
import { Timeline } from "./timeline.js";
import { TraceFiles } from "./trace-files.js";
import { hashOf, placeOf } from "./traces.js";
import { pathOf, spansOf } from "./tracks.js";
import { counted, heardBy } from "./words.js";

applyTheme();

/** @type {Sizes} */
const sizes = new Sizes(() => {
  reveals = true;
  frame.mark();
});
const announcer = new Announcer(byId("said"), byId("called"));
const toast = new Toast(byId("toast"), (text) => announcer.say(text));
const linked = placeOf(location.hash);
const begun = performance.now();
let hasStarted = false;
/**
 * The facts about the world that were announced already.
 * @type {import("./history.js").World}
 */
let told = {};
/** @type {Record<string, import("./people.js").Party>} */
let parties = {};
/** @type {(id: string) => string} */
let nameOf = (id) => id;
let lastFrame = 0;
let reveals = true;
let rowsDrawnAt = 0;
let rowsWait = false;

const lab = new Lab({
  changed(what) {
    if (what !== "choice") reveals = true;
    // A run that goes on marks its time line and its plots a few times a second, below; what a person does at once.
    if (what !== "world") frame.mark("quality", "time");
    if (what === "run") {
      told = lab.world;
      frame.mark();
      return;
    }
    frame.mark("names", "header", "phones", "parties", "conditions", "alert", "panels", "start");
    // Rows that pass quickly cannot be read. They wait for the clock below, as each scroll forces a layout of the page.
    if (what === "world" && performance.now() - rowsDrawnAt < 90) rowsWait = true;
    else frame.mark("sequence");
  },
  failed: (text) => toast.show(text),
});
[lab.linked, lab.linkedLab] = [linked.file ? null : linked.time, linked.lab ?? null];
lab.phone = linked.phone;

const socket = new LabSocket(new URL("../socket", location.href).href.replace(/^http/, "ws"), {
  heard(message) {
    lab.hear(message);
    if (message.is === "hello") void readHello();
  },
  changed: () => frame.mark("lost", "phones", "parties", "conditions", "header"),
});
lab.socket = socket;
const files = new TraceFiles(lab, socket, toast, new URL("../trace.jsonl", location.href).href);

/** @param {string} phone @param {string} command @param {Record<string, unknown>} [more] */
const act = (phone, command, more) => void lab.do(command, { ...more, phone });
const follow = () => {
  if (lab.live && lab.run !== lab.live) lab.show(lab.live);
  lab.moment.follow();
  lab.selected = null;
  moved();
};

function moved() {
  reveals = true;
  frame.mark("names", "header", "phones", "parties", "conditions", "alert", "sequence", "panels", "quality",
    "time");
}

/** @param {number} number of a row */
function select(number) {
  lab.moment.isPlaying = false;
  lab.goTo(number);
}

const picker = new ScenarioPicker(/** @type {HTMLDialogElement} */ (byId("scenarios")), lab, {
  played: (recording) => lab.show(lab.record(recording)),
  told: () => {
    hasStarted = true;
    follow();
  },
  open: () => byId("file").click(),
});

const phones = new Phones(byId("phones"), lab, {
  nameOf: (id) => nameOf(id), act,
  showRule: (id) => {
    const violation = lab.world.violations?.findLast((/** @type {any} */ { phone }) => phone === id);
    if (violation) select(violation.i);
  },
});
const others = new Parties(byId("others"), lab);
const conditions = new Conditions(byId("conditions"), lab, { nameOf: (id) => nameOf(id), act, follow });
const alert = new Alert(byId("alert"), /** @type {HTMLDialogElement} */ (byId("rules")),
  { goTo: select, origin: () => lab.origin });
const sequence = new Sequence({
  ladder: byId("ladder"), lanes: byId("lanes"), rows: byId("rows"), list: byId("row-list"), cursor: byId("cursor"),
  canvas: /** @type {HTMLCanvasElement} */ (byId("arrows")), detail: byId("detail"), empty: byId("no-rows"),
  gutter: byId("gutter"),
}, lab, {
  parties: () => parties, nameOf: (id) => nameOf(id), select, sizes,
  dirty: () => frame.mark("sequence"),
  left: () => {
    lab.moment.hold();
    lab.moment.isPlaying = false;
    frame.mark("header", "time", "conditions", "phones", "parties");
  },
});
const statePanel = new StatePanel(byId("state"));
const racePanel = new RacePanel(byId("race"), sizes);
const plots = new Plots(byId("quality"), sizes);
const timeline = new Timeline({
  canvas: /** @type {HTMLCanvasElement} */ (byId("time")), range: /** @type {HTMLInputElement} */ (byId("range")),
  now: byId("now"), of: byId("position"),
}, sizes);
const lost = new LostLine(byId("lost"), () => socket.retry());
const controls = makeControls(lab, {
  moved, follow, save: () => files.save(), open: () => byId("file").click(), scenarios: () => void picker.show(),
  compare,
  link: () => void copyLink(), keys: () => keys.show(/** @type {HTMLDialogElement} */ (byId("keys"))),
  redraw: () => frame.mark(), narrow: (choice) => lab.narrow(choice), nameOf: (id) => nameOf(id),
});

/** @type {Frame} */
const frame = new Frame({
  isVisible: (element) => sizes.isVisible(element),
  before(time) {
    lab.tick();
    if (lab.moment.isPlaying) {
      lab.moment.advance(Math.min(100, time - lastFrame));
      moved();
    }
    lastFrame = time;
  },
});
frame.part("names", null, () => {
  parties = partiesOf(lab.world, lab.hello);
  nameOf = namesOf(parties);
  if (lab.run?.isLive && lab.moment.isLive) say();
});
frame.part("header", null, () => controls.draw());
frame.part("start", null, showStart);
// Scrolling forces a layout of all changes so far, so it comes before the phones.
frame.part("sequence", byId("sequence"), () => {
  sequence.draw(reveals);
  reveals = false;
  rowsWait = false;
  rowsDrawnAt = performance.now();
  sequence.focusRow();
});
frame.part("phones", byId("stage"), () => {
  phones.draw();
  write(byId("summary"), summaryOf(lab.phones(), lab.world));
});
frame.part("parties", byId("others"), () => others.draw());
frame.part("conditions", byId("stage"), () => {
  drawPromises(byId("promises"), lab.run, lab.moment.time);
  conditions.draw();
});
frame.part("alert", null, () => alert.draw(lab.world.violations ?? []));
frame.part("panels", byId("panels"), drawPanels);
frame.part("quality", byId("quality"), drawQuality);
frame.part("time", byId("transport"), drawTime);
frame.part("lost", null,
  () => lost.draw(socket.link, Date.now(), performance.now() - begun < 300, lab.run !== null));

/** The spans of the chosen phone's call, and where the time line begins. */
function tracks() {
  const { run, phone } = lab;
  if (!run || !phone) return { spans: [], from: 0, to: 1_000, call: [] };
  const call = run.history.of(`call:${phone}`);
  const from = Math.max(0, lab.origin);
  return { call, spans: spansOf(call, run.history.before(`call:${phone}`), run.end), from,
    to: Math.max(run.end, from + 1_000) };
}

function drawPanels() {
  const { world, moment, phone } = lab;
  const { call } = tracks();
  statePanel.draw(world[`call:${phone}`], pathOf(call, moment));
  racePanel.draw(world.race, moment.time);
  write(byId("state-of"), phone ?? "");
  write(byId("race-of"), world.race ? counted(world.race.lanes.length, "device") : "");
}

function drawQuality() {
  const { moment, run, phone } = lab;
  const { spans, from, to } = tracks();
  plots.draw({
    samples: run?.qualities.of(phone ?? "") ?? [], latest: run?.qualities.latest(phone ?? "", moment.time) ?? null,
      spans, from,
    to, time: moment.time,
  });
  write(byId("quality-of"), phone ? heardBy(lab.world[`phone:${phone}`] ?? { id: phone }) : "");
}

function drawTime() {
  const { moment, rows, world, phone } = lab;
  const { spans, from, to } = tracks();
  const place = rows.indexOf(moment.number);
  timeline.draw({
    events: moment.events, from, to, origin: lab.origin, time: moment.time, spans,
    position: rows.length === 0 ? "no event" : `row ${place + 1} of ${rows.length}`,
    state: `${phone ?? "no phone"}: ${world[`call:${phone}`]?.progress ?? "no call"}`,
  });
}

function showStart() {
  const head = lab.live?.history.head ?? {};
  if (head.race || Object.keys(head).some((key) => key.startsWith("call:"))) hasStarted = true;
  const choices = lab.live && lab.run === lab.live && !hasStarted ? startChoices() : [];
  byId("start").hidden = choices.length === 0;
  document.body.classList.toggle("starting", choices.length > 0);
  if (choices.length > 0) drawStart(byId("start"), choices);
}

const startChoices = () => choicesOf(lab, {
  scenarios: picker, open: () => byId("file").click(),
  dial: () => byId("dial").focus(),
  leave: () => {
    hasStarted = true;
    frame.mark();
  },
});

function say() {
  const world = lab.run?.history.head ?? {};
  const { urgent, polite } = newsOf(told, world, nameOf);
  told = world;
  if (urgent.length > 0) announcer.urgent(urgent.join(". "));
  for (const text of polite) announcer.say(text);
}

/** Shows the moment that a link names, once the Lab is connected. */
async function readHello() {
  const { file, on, time } = linked;
  if (file === null || on === null) return;
  linked.file = null;
  if (await picker.play(file, on) && time !== null) {
    lab.moment.seek(time);
    moved();
  }
}

/** @param {string} file @param {"ours" | "naive"} on */
async function playBeside(file, on) {
  const recording = await lab.do("play", { file, on });
  return recording ? lab.record(recording) : null;
}

function compare() {
  showComparing(/** @type {HTMLDialogElement} */ (byId("comparing")), lab, { play: playBeside, keep });
}

async function keep() {
  const { time } = lab.moment;
  if (!await files.keep()) return;
  lab.moment.seek(time);
  moved();
  compare();
}

async function copyLink() {
  const { run, moment, phone } = lab;
  if (run && !run.isLive && !run.scenario) return toast.show("A trace from a file has no link. Send the file.");
  const { file, on } = run?.scenario ?? { file: null, on: null };
  const url = new URL(hashOf({ time: moment.time, phone, file, on, lab: lab.nameOfRun }), location.href).href;
  history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url);
    toast.show("The link to this moment is copied.");
  } catch {
    toast.show("The link to this moment is in the address bar.");
  }
}

function nextViolation() {
  const all = lab.run?.history.head.violations ?? [];
  const next = all.find((/** @type {any} */ { i }) => i > lab.moment.number) ?? all[0];
  if (next) select(next.i);
}

const keys = new Keys(({ action, argument }) => {
  const starting = document.body.classList.contains("starting");
  if (starting && (action === "choose" || action === "open")) {
    const key = action === "open" ? "O" : String(Number(argument) + 1);
    const choice = startChoices().find((one) => one.key === key);
    choice?.act();
    return choice !== undefined;
  }
  switch (action) {
    case "play": lab.moment.toggle(); break;
    case "previous": lab.moment.step(-1); break;
    case "next": lab.moment.step(1); break;
    case "start": lab.moment.seek(0); break;
    case "live": follow(); return true;
    case "violation": nextViolation(); return true;
    case "choose": {
      const phone = lab.phones()[Number(argument)];
      if (phone) lab.choose(phone.id);
      return phone !== undefined;
    }
    case "act": return actByKey(String(argument));
    case "filter": byId("filter").focus(); return true;
    case "scenarios": void picker.show(); return true;
    case "open": if (lab.serves("open")) byId("file").click(); return true;
    case "save": if (lab.live) files.save(); return true;
    case "help": keys.show(/** @type {HTMLDialogElement} */ (byId("keys"))); return true;
    default: return false;
  }
  lab.selected = null;
  moved();
  return true;
});

/** @param {string} key */
function actByKey(key) {
  const phone = lab.world[`phone:${lab.phone}`];
  const chosen = phone && actOfKey(key, phone, nameOf);
  if (!chosen || !lab.serves(chosen.command)) return false;
  if (lab.canAct) act(phone.id, chosen.command, chosen.more);
  else toast.show(lab.run?.isLive ? "You look at the past: press End to go live first."
    : "A recording cannot be changed.");
  return true;
}

byId("range").addEventListener("input", (event) => {
  lab.moment.isPlaying = false;
  lab.moment.seek(Number(/** @type {HTMLInputElement} */ (event.target).value));
  lab.selected = null;
  moved();
});
byId("file").addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const [file] = input.files ?? [];
  if (file) void files.open(file);
  input.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file && lab.serves("open")) void files.open(file);
});
document.addEventListener("visibilitychange", () => socket.hide(document.hidden));

// A live page advances even without events; a hidden one does not. Quality is drawn four times a second.
let ticks = 0;
setInterval(() => {
  if (document.hidden) return;
  ticks += 1;
  if (rowsWait) frame.mark("sequence");
  if (socket.link.state !== "open") frame.mark("lost");
  else if (lab.run?.isLive && lab.moment.isLive) {
    lab.tick();
    phones.tick();
    frame.mark("time", "conditions", ticks % 2 === 0 ? "panels" : "quality");
  }
}, 100);

socket.connect();
frame.mark();
