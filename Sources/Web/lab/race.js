// The ring race: when each device was told of the call and rang, and which one won. Start and finish are magnified; the
// wait between them is folded.

import { h, set } from "../phone/dom.js";
import { svg } from "./state-panel.js";
import { milliseconds } from "./words.js";

/**
 * @typedef {{ device: string, sent: number, via: "push" | "message", rings: number | null, end: number | null,
 *   revoked: boolean, mark: string, note: string }} RaceLane
 * @typedef {{ call: string, began: number, end: number | null, outcome: string | null, lanes: RaceLane[] }} Race
 */

const top = 22;
/**
 * The height of a lane, and the positions of its text and bar. With many devices the lanes are lower, so that all are
 * visible at once.
 * @param {Race} race
 */
const sizesOf = ({ lanes }) => (lanes.length > 5 ? { row: 19, text: 9, bar: 12, thick: 4 }
  : { row: 46, text: 13, bar: 20, thick: 10 });

/**
 * When the last device was out of the race, by then; null while one of them is in it. The call may go on.
 * @param {Race} race @param {number} now
 */
export function settledAt({ lanes }, now) {
  let last = -Infinity;
  for (const { end } of lanes) {
    if (end === null || end > now) return null;
    last = Math.max(last, end);
  }
  return lanes.length > 0 ? last : null;
}

/**
 * The function from a time to its distance from the left.
 * @param {Race} race @param {number} now @param {number} width
 */
export function scaleOf(race, now, width) {
  const points = [0];
  for (const { sent, rings, end } of race.lanes) {
    for (const at of [sent, rings, end]) if (at !== null && at <= now) points.push(at - race.began);
  }
  points.push((settledAt(race, now) ?? Math.min(now, race.end ?? now)) - race.began);
  points.sort((a, b) => a - b);
  const last = Math.max(1, points[points.length - 1]);
  let gap = { length: 0, from: 0, to: 0 };
  points.forEach((from, index) => {
    const to = points[index + 1];
    if (to - from > gap.length) gap = { length: to - from, from, to };
  });
  if (gap.length < last * 0.5 || gap.length < 200) {
    return { x: (/** @type {number} */ at) => (at / last) * width, ticks: [0, last / 2, last], fold: null };
  }
  const early = Math.max(10, gap.from * 1.12);
  const late = Math.max(5, (last - gap.to) * 1.1);
  const middle = Math.round(width * (last > gap.to ? 0.56 : 0.84));
  const margin = 9;
  const x = (/** @type {number} */ at) => {
    if (at <= early) return (at / early) * (middle - margin);
    if (at < gap.to) return middle;
    return middle + margin + ((at - gap.to) / late) * (width - middle - margin);
  };
  return { x, ticks: [0, early / 2, early, gap.to, gap.to + late], fold: middle };
}

/**
 * The text of a device's bar.
 * @param {RaceLane} lane
 * @param {number} now
 * @param {Race} race
 */
export function verdictOf({ sent, via, rings, end, revoked, mark, note }, now, race) {
  if (now < sent) return "";
  if (revoked && rings === null && via === "push") return "gets no more pushes";
  if (end !== null && now >= end) {
    /** @type {Record<string, string>} */
    const words = {
      won: `✓ won${note ? `, ${note}` : ""}`, lost: lossOf(note, race), declined: "declined",
      killed: rings === null ? "app killed, never rang" : "app killed",
      ended: rings === null ? "never rang" : "stopped",
    };
    return words[mark] ?? (note || mark);
  }
  if (rings !== null && now >= rings) return `rings after ${milliseconds(rings - sent)} ms`;
  return mark === "killed" && rings === null ? "app killed, never rang"
    : `on its way${now - race.began > 1_000 ? `, ${((now - sent) / 1_000).toFixed(1)} s` : ""}`;
}

/**
 * The device that was faster, as a text.
 * @param {string} note @param {Race} race
 */
function lossOf(note, { lanes }) {
  if (note === "declinedElsewhere") return "declined elsewhere";
  const winner = lanes.find(({ mark }) => mark === "won");
  return winner ? `answered on ${winner.device}` : "answered elsewhere";
}

/**
 * A shorter text for little room.
 * @param {RaceLane} lane
 * @param {number} now
 * @param {Race} race
 */
export const shortVerdictOf = (lane, now, race) => verdictOf(lane, now, race)
  .replace(/,.*$/, "").replace("answered ", "").replace("rings after ", "").replace("on its way", "…").replace("app ",
    "").replace("gets no more", "no");

/**
 * The whole race in a sentence.
 * @param {Race} race
 * @param {number} now
 */
export const sentenceOfRace = (race, now) =>
  `Ring race: ${race.lanes.map((lane) => `${lane.device} ${verdictOf(lane, now, race) || "not told yet"}`).join("; ")}`;

export class RacePanel {
  #key = "";

  /**
   * @param {HTMLElement} place
   * @param {import("./sizes.js").Sizes} sizes
   */
  constructor(place, sizes) {
    this.sizes = sizes;
    this.place = place;
    this.none = h("p", { class: "none", text: "No call to a number, which devices race for." });
    this.drawing = svg("svg", { role: "img", class: "race" });
    place.append(this.drawing, this.none);
  }

  /** @param {Race | undefined} race @param {number} now */
  draw(race, now) {
    const shown = race !== undefined && race.began <= now;
    this.none.hidden = shown;
    set(this.drawing, "hidden", !shown);
    if (!shown) return;
    const width = Math.max(180, Math.floor(this.sizes.of(this.place).width));
    // A running race moves by a pixel at most; an ended one does not move.
    const isOver = settledAt(race, now) !== null;
    const key = `${JSON.stringify(race)} ${width} ${isOver ? "over" : Math.round(now / 100)}`;
    if (key === this.#key) return;
    this.#key = key;
    const { row } = sizesOf(race);
    const height = top + race.lanes.length * row + 4;
    const { x, ticks, fold } = scaleOf(race, now, width - 2);
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawing.setAttribute("height", String(height));
    set(this.drawing, "aria-label", sentenceOfRace(race, now));
    // If the end of the fold has no room for its label, the label of the end is enough.
    const roomy = ticks.filter((at, index) => index !== 3 || x(ticks[4]) - x(at) > 90);
    // The same holds for the half of the start beside its whole.
    const isNamed = (/** @type {number} */ index) => index !== 1 || x(roomy[2]) - x(roomy[1]) > 60;
    this.drawing.replaceChildren(
      ...roomy.flatMap((at, index) => tick(at, x(at) + 1, index, roomy.length, height, isNamed(index))),
      ...(fold === null ? [] : [svg("path", { class: "fold", d: `M${fold} ${top - 4}${"l-3 3 6 6-3 3".repeat(
        Math.floor((height - top) / 12))}` })]),
      ...race.lanes.map((lane, index) => laneOf(lane, race, now, x, width, top + index * row)));
  }
}

/**
 * @param {number} at @param {number} x @param {number} index @param {number} count @param {number} height
 * @param {boolean} isNamed whether it has a label
 */
function tick(at, x, index, count, height, isNamed) {
  const text = index === 0 ? "0" : at < 1_000 ? `${Math.round(at)}${index === 2 || count === 3 ? " ms" : ""}`
    : `${(at / 1_000).toFixed(3)}${index === count - 1 ? " s" : ""}`;
  const anchor = index === 0 ? "start" : index === count - 1 || (count > 3 && index === 2) ? "end" : "middle";
  const line = svg("line", { class: "grid", x1: x, x2: x, y1: top - 4, y2: height - 6 });
  if (!isNamed) return [line];
  return [line,
    svg("text", { class: "axis", x, y: 11, "text-anchor": count === 5 && index === 3 ? "start" : anchor }, text)];
}

/**
 * @param {RaceLane} lane @param {Race} race @param {number} now @param {(at: number) => number} scale
 * @param {number} width @param {number} y
 */
function laneOf(lane, race, now, scale, width, y) {
  const x = (/** @type {number} */ at) => Math.round((scale(at - race.began) + 1) * 10) / 10;
  const end = lane.end === null ? now : Math.min(now, lane.end);
  const isOver = lane.end !== null && lane.end <= now;
  const rings = lane.rings !== null && lane.rings <= now ? lane.rings : null;
  const { text, bar: below, thick } = sizesOf(race);
  const group = svg("g", {}, svg("text", { class: "lane-name", x: 0, y: y + text }, lane.device),
    svg("text", { class: "verdict", x: width, y: y + text, "text-anchor": "end" },
      (width < 230 ? shortVerdictOf : verdictOf)(lane, now, race)));
  if (now < lane.sent) return group;
  const bar = y + below;
  group.append(svg("line", { class: `way ${lane.via}`, x1: x(lane.sent),
    x2: Math.max(x(lane.sent) + 4, x(rings ?? end)),
    y1: bar + thick / 2, y2: bar + thick / 2 }));
  if (rings !== null) {
    group.append(svg("rect", { class: `rings ${isOver ? lane.mark : ""}`, x: x(rings), y: bar, height: thick,
      rx: Math.min(3, thick / 2), width: Math.max(3, x(end) - x(rings)) }));
  }
  if (isOver && lane.mark === "killed") {
    group.append(svg("path", { class: "dead", d: `M${x(end) - 4} ${bar + thick / 2 - 4}l8 8m0-8l-8 8` }));
  }
  return group;
}
