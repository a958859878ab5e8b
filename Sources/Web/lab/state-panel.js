// The diagram of the call machine with its present states. It is built once; then only classes change.

import { h, set, write } from "../phone/dom.js";
import { edges, frame, isPassed, places, platforms, regionNames, regions, size, stateOf, toneOf,
  valuesOf } from "./diagram.js";

const namespace = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(namespace, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {string} name */
const widthOf = (name) => Math.max(40, Math.round(name.length * 6.4) + 16);

export class StatePanel {
  /** @type {Map<string, SVGElement>} */
  #nodes = new Map();
  /** @type {SVGElement[]} */
  #edges = [];
  /** @type {Map<string, HTMLElement>} */
  #values = new Map();
  /** @type {Map<string, HTMLElement>} */
  #names = new Map();
  #key = "";

  /** @param {HTMLElement} place */
  constructor(place) {
    this.frame = svg("rect", { ...frame, rx: 10, class: "frame" });
    this.drawing = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, role: "img", class: "diagram" });
    this.drawing.append(
      svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 6 6", refX: 5, refY: 3, markerWidth: 6, markerHeight: 6,
        markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0l6 3-6 3z", fill: "context-stroke" }))),
      this.frame);
    for (const edge of edges) {
      const path = svg("path", { d: edge.d, class: "edge", "marker-end": "url(#tip)" });
      this.#edges.push(path);
      this.drawing.append(path);
    }
    for (const [name, [x, y]] of Object.entries(places)) {
      const width = widthOf(name);
      const node = svg("g", { class: "node" },
        svg("rect", { x: x - width / 2, y: y - 11.5, width, height: 23, rx: 7 }), svg("text", { x, y: y + 4 }, name));
      this.#nodes.set(name, node);
      this.drawing.append(node);
    }
    this.none = h("p", { class: "none", text: "No call on this phone at this moment." });
    const strips = h("dl", { class: "strips" }, ...regions.map((region) => h("div", {},
      h("dt", { text: regionNames[region] }),
      h("dd", {}, ...valuesOf(region).map((value) => {
        const element = h("span", { text: value });
        this.#values.set(region + value, element);
        return element;
      })))));
    const names = h("dl", { class: "platform-names" }, ...platforms.map(([key, name]) => {
      const element = h("dd");
      this.#names.set(key, element);
      return h("div", {}, h("dt", { text: name }), element);
    }));
    place.append(this.drawing, strips, names, this.none);
  }

  /**
   * @param {any} call the regions of the call; undefined where there is none
   * @param {readonly string[]} path of its progress
   */
  draw(call, path) {
    const state = stateOf(call ?? null);
    const key = JSON.stringify([call ?? null, path]);
    if (key === this.#key) return;
    this.#key = key;
    this.none.hidden = call !== undefined;
    const tone = state ? toneOf({ ...state, ...call }) : "";
    set(this.drawing, "aria-label", call ? `The call is ${call.progress}` : "No call");
    for (const [name, node] of this.#nodes) {
      const isLit = call?.progress === name;
      set(node, "class", `node${isLit ? ` lit ${tone}` : path.includes(name) ? " was" : ""}`);
    }
    const isLeft = edges.some((edge) => edge.from === "frame" && isPassed(edge, path));
    set(this.frame, "class", `frame${isLeft ? " was" : ""}`);
    this.#edges.forEach((path0, index) => set(path0, "class", `edge${isPassed(edges[index], path) ? " was" : ""}`));
    for (const region of regions) {
      for (const value of valuesOf(region)) {
        const isLit = call?.[region] === value;
        const isPlain = value === "off" || value === "up";
        const element = /** @type {HTMLElement} */ (this.#values.get(region + value));
        set(element, "class", isLit ? `lit ${isPlain ? "" : region === "link" ? "cut" : "held"}` : "");
        set(element, "aria-current", isLit ? "true" : null);
      }
    }
    // The names come from the Lab, or from the model if the Lab sends none.
    const names = { ...(state?.names ?? {}), ...(call?.names ?? {}) };
    for (const [key0, element] of this.#names) write(element, names[key0] ?? "–");
  }
}
