// The sequence: a row an event, of which about forty are elements; lanes and arrows on one canvas beside the text.

import { button, h, list, set, write } from "../phone/dom.js";
import { wordOf } from "./compare.js";
import { icon } from "./icons.js";
import { lanesOf, laneX, marksOf, roomOf, rowHeight, scrollTo, windowOf } from "./ladder.js";
import { paint } from "./paint.js";
import { milliseconds, moment, sentenceOfRow, span } from "./words.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("./people.js").Party} Party */

export class Sequence {
  #lanesKey = "";
  #width = 0;
  #turn = 0;
  /** The scroll position of the ladder. Reading it from the element would force a layout of the page. */
  #top = 0;
  /** @type {number | null} */
  #current = null;
  /** @type {unknown} */
  #drawnRows = null;
  /** @type {import("./ladder.js").Lane[]} */
  #lanes = [];

  /**
   * @param {{ ladder: HTMLElement, lanes: HTMLElement, rows: HTMLElement, list: HTMLElement, cursor: HTMLElement,
   *   canvas: HTMLCanvasElement, detail: HTMLElement, empty: HTMLElement, gutter: HTMLElement }} parts
   * @param {Lab} lab
   * @param {{ parties: () => Record<string, Party>, nameOf: (id: string) => string, select: (number: number) => void,
   *   dirty: () => void, left: () => void, sizes: import("./sizes.js").Sizes }} page
   */
  constructor(parts, lab, page) {
    this.parts = parts;
    this.lab = lab;
    this.page = page;
    const { ladder } = parts;
    ladder.addEventListener("scroll", () => {
      if (this.#top === ladder.scrollTop) return;
      this.#top = ladder.scrollTop;
      page.dirty();
    }, { passive: true });
    // Following stops when the person scrolls. The page scrolls too, so only the input events show it.
    const leaves = () => { if (lab.moment.isLive || lab.moment.isPlaying) page.left(); };
    ladder.addEventListener("wheel", leaves, { passive: true });
    ladder.addEventListener("touchmove", leaves, { passive: true });
    ladder.addEventListener("pointerdown", (event) => { if (event.target === ladder) leaves(); });
    parts.list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {boolean} reveals the row of the moment */
  draw(reveals) {
    const { lab, page, parts } = this;
    const rows = lab.shownRows;
    const { ladder } = parts;
    const height = Math.max(0, page.sizes.of(ladder).height - page.sizes.of(parts.lanes).height);
    parts.empty.hidden = rows.length > 0;
    this.#current = this.current;
    const now = rows.indexOf(lab.moment.number);
    /** @type {number | null} */
    let target = null;
    if (reveals && now >= 0) {
      const view = { index: now, top: this.#top, height, length: rows.length };
      target = scrollTo(view, lab.moment.isLive || lab.moment.isPlaying);
      this.#top = target ?? this.#top;
    }
    const { from, to } = windowOf({ top: this.#top, height, length: rows.length });
    this.#drawLanes();
    this.#drawRows(from, to);
    // The drawing moves with the rows that it belongs to; a few more of them than can be seen are enough.
    const top = Math.floor(this.#top / rowHeight);
    this.#drawArrows(Math.max(from, top - 5), Math.min(to, top + Math.ceil(height / rowHeight) + 6));
    parts.cursor.style.transform = `translateY(${(now + 1) * rowHeight}px)`;
    parts.cursor.hidden = rows.length === 0;
    this.#drawDetail();
    parts.rows.style.height = `${(rows.length + 1) * rowHeight}px`;
    // This comes last, because it forces a layout of the rows.
    if (target !== null) ladder.scrollTop = target;
  }

  /** The highlighted row: the selected one, else that of the moment. */
  get current() {
    const { lab } = this;
    const index = lab.shownRows.indexOf(lab.selected ?? lab.moment.number);
    const row = index < 0 ? null : lab.shownRows.row(index);
    return row?.kind === "event" ? row.number : null;
  }

  #drawLanes() {
    const { lab, page, parts } = this;
    const key = `${[...lab.rows.parties].join("\n")} ${lab.phone}`;
    const { width } = page.sizes.of(parts.rows);
    if (key === this.#lanesKey && width === this.#width) return;
    this.#lanesKey = key;
    this.#width = width;
    this.#lanes = lanesOf(lab.rows.parties, page.parties());
    const room = this.#canvasWidth() / Math.max(1, this.#lanes.length);
    const narrow = this.#lanes.some(({ name, about }) => Math.max(name.length * 7.6, about.length * 6.4) > room - 2);
    parts.lanes.classList.toggle("upright", narrow);
    parts.lanes.replaceChildren(h("span"), h("ol", {}, ...this.#lanes.map(({ id, name, about }) =>
      h("li", { class: id === lab.phone ? "me" : "" }, h("span", { text: name }), h("small", { text: about })))));
  }

  #canvasWidth() {
    const { sizes } = this.page;
    return Math.max(60, sizes.of(this.parts.rows).width - sizes.of(this.parts.gutter).width);
  }

  /** @param {number} from @param {number} to */
  #drawRows(from, to) {
    const { lab, parts } = this;
    const shown = [];
    for (let index = from; index < to; index += 1) shown.push(lab.shownRows.row(index));
    parts.list.style.transform = `translateY(${from * rowHeight}px)`;
    // Rows of another choice are others, also where they have the same number: their times count from elsewhere.
    if (this.#drawnRows !== lab.rows) this.#turn += 1;
    this.#drawnRows = lab.rows;
    const key = (/** @type {any} */ row) => `${this.#turn} ${row.kind} ${row.kind === "ghost" ? row.other
      : row.number}`;
    list(parts.list, shown, key, (row) => {
      if (row.kind === "silence") return this.#makeSilence(row);
      return row.kind === "ghost" ? this.#makeGhost(row) : this.#makeRow(row);
    });
  }

  /** @param {any} silence */
  #makeSilence({ length }) {
    const element = h("li", { class: "silence number" }, h("span", { text: `${span(length)} without an event` }));
    return { element, update: () => {} };
  }

  /** @param {any} ghost */
  #makeGhost({ other }) {
    const { lab, page } = this;
    const event = lab.other?.events.get(other);
    const time = h("time", { text: event ? this.#time(event.at, lab.otherOrigin) : "" });
    const element = h("li", { class: "ghost" }, time, h("span", { class: "what", text: event?.what ?? "" }),
      h("em", { text: "missing here" }), h("span", { class: "sr", text: event ? sentenceOfRow(event, page.nameOf)
        : "" }));
    return { element, update: () => {} };
  }

  /** @param {any} first */
  #makeRow(first) {
    const { lab, page } = this;
    const event = lab.moment.events.get(first.number);
    const more = h("span", { class: "more" });
    const delta = h("em");
    const row = button(`row ${event.kind}`, null, () => page.select(first.number),
      h("time", { text: this.#time(event.at, lab.origin) }),
      h("span", { class: "what" }, event.kind === "person" ? icon("flag") : null, h("span", { text: event.what }), more,
        event.rule ? h("span", { class: "rule", text: event.rule }) : null, delta));
    const sentence = sentenceOfRow(event, page.nameOf);
    row.dataset.number = String(first.number);
    row.dataset.placed = "";
    /** @type {any[]} */
    let drawn = [];
    const update = (/** @type {any} */ { number, count }) => {
      const isCurrent = this.#current === number;
      const isLater = number > lab.moment.number;
      const word = wordOf(lab.comparison?.deltas.get(number));
      const room = roomOf(event, this.#lanes, this.#canvasWidth());
      const state = [isCurrent, isLater, count, word, room];
      if (state.every((part, index) => part === drawn[index])) return;
      drawn = state;
      set(row, "aria-current", isCurrent ? "true" : null);
      row.tabIndex = isCurrent ? 0 : -1;
      row.classList.toggle("later", isLater);
      row.style.setProperty("--room", `${room}px`);
      write(more, count > 1 ? `+${count - 1}` : "");
      write(delta, word ?? "");
      set(row, "aria-label", `${milliseconds(event.at - lab.origin)} milliseconds, ${sentence}`
        + `${event.rule ? `, breaks ${event.rule}` : ""}${count > 1 ? `, ${count} times` : ""}${word ? `, ${word}`
          : ""}`);
    };
    return { element: h("li", {}, row), update };
  }

  /** @param {number} at @param {number} origin */
  #time(at, origin) { return at - origin < 100_000 ? milliseconds(at - origin) : moment(at - origin); }

  /** @param {number} from @param {number} to */
  #drawArrows(from, to) {
    const { lab, parts } = this;
    const shown = [];
    for (let index = from; index < to; index += 1) {
      const row = lab.shownRows.row(index);
      shown.push(row.kind === "ghost" ? { kind: /** @type {const} */ ("silence"), number: row.number, length: -1 }
        : row);
    }
    const width = this.#canvasWidth();
    const height = Math.max(1, shown.length * rowHeight);
    parts.canvas.style.transform = `translateY(${from * rowHeight}px)`;
    const marks = marksOf(lab.moment.events, shown, 0, this.#lanes, width, lab.moment.number);
    const mine = this.#lanes.findIndex(({ id }) => id === lab.phone);
    const words = shown.flatMap((row, index) => {
      if (row.kind !== "event") return [];
      const event = lab.moment.events.get(row.number);
      return { text: event.what, room: roomOf(event, this.#lanes, width), y: index * rowHeight };
    });
    paint(parts.canvas, width, height, {
      marks, words: { rows: words, width: this.page.sizes.of(parts.gutter).width },
      lanes: this.#lanes.map((_, index) => laneX(index, this.#lanes.length, width)), mine,
    });
  }

  #drawDetail() {
    const { lab, page, parts } = this;
    const number = this.#current;
    const { detail } = parts;
    const key = `${number} ${this.#turn}`;
    if (detail.dataset.key === key && detail.childNodes.length > 0) return;
    detail.dataset.key = key;
    if (number === null) {
      detail.replaceChildren(h("span", { text: "No event yet at this moment." }));
      return;
    }
    const event = lab.moment.events.get(number);
    const side = event.to ? `${page.nameOf(event.from)} → ${page.nameOf(event.to)}` : page.nameOf(event.from);
    detail.replaceChildren(h("b", { text: `${side}: ${event.what}` }), event.more ? ` ${event.more}` : "");
    detail.title = event.more;
  }

  /**
   * Rows are one stop of the tabulator; arrows go from one to the next.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (!step) return;
    event.preventDefault();
    const rows = this.lab.shownRows;
    let index = rows.indexOf(this.current ?? this.lab.moment.number) + step;
    index = Math.max(0, Math.min(rows.length - 1, index));
    while (index > 0 && index < rows.length - 1 && rows.row(index).kind !== "event") index += Math.sign(step);
    const row = rows.row(index);
    if (row?.kind !== "event") return;
    this.page.select(row.number);
    this.focusNext = row.number;
  }

  /** The row that the arrow keys went to, once it is an element. */
  focusRow() {
    if (this.focusNext === undefined) return;
    const row = this.parts.list.querySelector(`[data-number="${this.focusNext}"]`);
    /** @type {HTMLElement | null} */ (row)?.focus({ preventScroll: true });
    this.focusNext = undefined;
  }

  /** @type {number | undefined} */
  focusNext = undefined;
}
