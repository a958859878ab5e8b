// The call machine as a diagram: nodes, edges and names are the generated model's; only the places are of here. From
// every state inside the frame a call can be disconnecting or ended.

import { states } from "../call-model/call-model.js";

/** @typedef {import("../call-model/call-model.js").CallState} CallState */
/** @typedef {import("../call-model/call-model.js").CallProgress} Progress */

/**
 * The middle of each node.
 * @type {Record<Progress, readonly [number, number]>}
 */
export const places = {
  idle: [23, 66], requesting: [112, 24], connecting: [206, 24], ringing: [96, 66], answering: [184, 66],
  active: [272, 66], disconnecting: [184, 122], ended: [272, 122],
};
export const size = { width: 310, height: 138 };
export const frame = { x: 54, y: 5, width: 252, height: 82 };
export const framed = /** @type {const} */ (["requesting", "connecting", "ringing", "answering", "active"]);

/** @typedef {{ from: Progress | "frame", to: Progress, d: string }} Edge */
/** @type {readonly Edge[]} */
export const edges = [
  { from: "idle", to: "requesting", d: "M23 54V24H71" },
  { from: "idle", to: "ringing", d: "M44 66H66" },
  { from: "requesting", to: "connecting", d: "M151 24H166" },
  { from: "connecting", to: "ringing", d: "M180 36L121 54" },
  { from: "connecting", to: "answering", d: "M201 36L191 54" },
  { from: "ringing", to: "answering", d: "M125 66H145" },
  { from: "answering", to: "active", d: "M222 66H244" },
  { from: "frame", to: "disconnecting", d: "M184 87V110" },
  { from: "frame", to: "ended", d: "M272 87V110" },
  { from: "disconnecting", to: "ended", d: "M231 122H243" },
];

/** The strips below: regions that are beside the progress. */
export const regions = /** @type {const} */ (["hold", "remoteHold", "link"]);
/**
 * The title of each strip.
 * @type {Record<typeof regions[number], string>}
 */
export const regionNames = { hold: "Hold", remoteHold: "Peer’s hold", link: "Link" };

/** @param {typeof regions[number]} region @returns {string[]} */
export function valuesOf(region) {
  const order = ["off", "turningOn", "on", "turningOff", "up", "renegotiating", "reconnecting", "lost"];
  const found = new Set(states.map((state) => state[region]));
  return [...found].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** @type {readonly [keyof CallState["names"], string][]} */
export const platforms = [
  ["canonical", "Carillon"], ["telnyxIOS", "Telnyx iOS"], ["web", "Web"],
];

/**
 * The model's state with these values; null if there is none.
 * @param {Partial<CallState> | null} said
 * @returns {CallState | null}
 */
export function stateOf(said) {
  if (said === null) return null;
  const fits = (/** @type {CallState} */ state) => /** @type {const} */ (["progress", "hold", "remoteHold", "link"])
    .every((region) => said[region] === undefined || said[region] === state[region])
    && (said.direction === undefined || said.direction === state.direction)
    && (said.reason == null || said.reason === state.reason);
  return states.find(fits) ?? null;
}

/**
 * Whether an edge was passed by a call that has gone through these states.
 * @param {Edge} edge
 * @param {readonly string[]} path
 */
export function isPassed({ from, to }, path) {
  return path.some((progress, index) => path[index + 1] === to
    && (from === "frame" ? framed.some((name) => name === progress) : progress === from));
}

/**
 * The color of a present node.
 * @param {Pick<CallState, "progress" | "hold" | "remoteHold" | "link">} state
 */
export function toneOf({ progress, hold, remoteHold, link }) {
  if (progress === "ended" || progress === "disconnecting" || progress === "idle") return "over";
  if (link === "reconnecting" || link === "lost") return "cut";
  if (progress !== "active") return "ringing";
  return hold === "on" || hold === "turningOff" || remoteHold === "on" ? "held" : "talking";
}
