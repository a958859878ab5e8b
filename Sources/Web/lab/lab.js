// The Lab without a page: the shown run, its moment, and the person's choices.

import { compare } from "./compare.js";
import { Moment } from "./moment.js";
import { Rows } from "./rows.js";
import { Run } from "./run.js";

/** @typedef {import("./history.js").World} World */
/** @typedef {import("./run.js").Recording} Recording */
/** @typedef {import("./rows.js").Filter} Filter */
/** @typedef {import("./socket.js").LabSocket} LabSocket */

/** How many rows a page asks for at once. */
const chunk = 2_000;

export class Lab {
  /**
   * The run of the Lab itself; null until it is reached.
   * @type {Run | null}
   */
  live = null;
  /**
   * The content of the page.
   * @type {Run | null}
   */
  run = null;
  /**
   * The run with which the shown one is compared.
   * @type {Run | null}
   */
  other = null;
  /** @type {ReturnType<typeof compare> | null} */
  comparison = null;
  /**
   * The recordings of this page, the newest last.
   * @type {Run[]}
   */
  recordings = [];
  moment = new Moment(new Run("", false, {}, 0).events);
  /** @type {any} */
  hello = null;
  /**
   * The phone that the person has chosen, by id.
   * @type {string | null}
   */
  phone = null;
  /**
   * A row that the person has selected, by number; null: the one of the moment.
   * @type {number | null}
   */
  selected = null;
  /**
   * The session whose sequence is shown; null: all; undefined: the newest one.
   * @type {string | null | undefined}
   */
  call = undefined;
  /** @type {Filter} */
  filter = "all";
  search = "";
  /** @type {Rows} */
  rows = new Rows(this.moment.events, {});
  /**
   * The moment at which a linked page opens.
   * @type {number | null}
   */
  linked = null;
  /**
   * The run of the Lab that has that moment; null if the link names none.
   * @type {string | null}
   */
  linkedLab = null;
  /** @type {{ now: number, heardAt: number }} */
  #clock = { now: 0, heardAt: 0 };
  #filling = 0;

  /**
   * @param {{ changed: (what: "world" | "rows" | "run" | "choice" | "moment") => void, failed: (text: string) => void,
   *   clock?: () => number }} page
   */
  constructor(page) {
    this.page = page;
    this.clock = page.clock ?? (() => performance.now());
    /** @type {LabSocket | null} */
    this.socket = null;
  }

  /**
   * The world as of the moment.
   * @returns {World}
   */
  get world() {
    if (!this.run) return {};
    const { moment, run } = this;
    return moment.isLive && run.isLive ? run.history.head : run.history.at(moment.number, moment.time);
  }

  /** Whether an act of the person takes effect now: the page is live, and the Lab is connected. */
  get canAct() { return this.run !== null && this.run.isLive && this.moment.isLive
    && this.socket?.link.state === "open"; }

  /** The Lab's name of the shown run, for links; null for a recording. */
  get nameOfRun() { return this.run?.isLive ? this.hello?.lab ?? null : null; }

  /** @param {string} command */
  serves(command) { return this.hello?.commands.includes(command) === true; }

  /** @param {any} message */
  hear(message) {
    if (message.is === "hello") this.#readHello(message);
    else if (message.is === "batch" && this.live) this.#take(message);
    else if (message.is === "counts") this.#setClock(message.now);
  }

  /** Updates the end of the Lab's live run. */
  tick() {
    if (this.live && this.socket?.link.state === "open") {
      this.live.end = Math.max(this.live.end, this.#clock.now + this.clock() - this.#clock.heardAt);
    }
    if (this.run) this.moment.reach(this.run.end);
  }

  /** @param {any} hello */
  #readHello(hello) {
    const isSame = this.hello?.lab === hello.lab;
    const wasShown = this.run === this.live;
    this.hello = hello;
    this.#setClock(hello.now);
    const { number, time, isLive } = this.moment;
    // The greeting has the newest rows only, and the state before them. Without that state, the states of these rows
    // come with the older rows.
    const hasStates = hello.before !== undefined && hello.changes !== undefined;
    this.live = new Run("Live", true, (hasStates ? hello.before : hello.state) ?? {}, hello.now);
    this.live.take({ rows: hello.rows, changes: hasStates ? hello.changes : [], quality: hello.quality,
      now: hello.now });
    if (wasShown) {
      this.show(this.live);
      const isOther = this.linkedLab !== null && this.linkedLab !== hello.lab;
      if (isOther) this.page.failed("The link leads to another run of the Lab. This is the present one.");
      const isLinked = this.linked !== null && !isOther;
      this.linkedLab = null;
      if (isLinked) this.moment.seek(/** @type {number} */ (this.linked));
      else if (isSame && !isLive) {
        this.moment.hold();
        this.moment.place(time, number);
      }
      this.linked = null;
    }
    this.#filling += 1;
    void this.#fill(this.live, this.#filling, hasStates ? this.live.events.first : hello.next);
  }

  /**
   * Fetches the events before the page came, the newest first.
   * @param {Run} run
   * @param {number} turn
   * @param {number} end
   */
  async #fill(run, turn, end) {
    // The rows of the greeting come again, with the states they had.
    const { first, now } = this.hello;
    let to = end;
    while (to > first && run.events.end - to < run.events.capacity && !run.history.isFull) {
      const from = Math.max(first, to - chunk);
      let older;
      try {
        older = await this.socket?.command("range", { from, count: to - from });
      } catch {
        return;
      }
      if (turn !== this.#filling || !older) return;
      if (older.from >= to) return;
      const isNewest = to === this.hello.next;
      run.prepend({
        rows: older.rows, state: older.state,
        // A change before the first row of the greeting may be known already.
        changes: older.changes.filter((/** @type {any} */ change) =>
          change.i < to || (change.i === to && (!isNewest || change.at <= now))),
      });
      for (const sample of older.quality ?? []) run.qualities.add(sample);
      to = older.from;
      if (this.run === run) this.#rebuild();
    }
  }

  /** @param {any} batch */
  #take(batch) {
    this.#setClock(batch.now);
    const live = /** @type {Run} */ (this.live);
    live.take(batch);
    if (this.run !== live) return;
    // A page that came before the first phone chooses that phone when it comes.
    this.phone ??= this.phones()[0]?.id ?? null;
    if (batch.rows.length > 0) {
      this.#followCall();
      this.rows.extend();
    }
    this.moment.reach(live.end);
    this.page.changed("world");
  }

  /** @param {number} now */
  #setClock(now) { this.#clock = { now, heardAt: this.clock() }; }

  /** @param {Run} run */
  show(run) {
    const wasRecording = this.run?.isLive === false;
    this.run = run;
    this.other = null;
    this.moment = new Moment(run.events);
    this.moment.isLive = run.isLive;
    this.moment.reach(run.end);
    if (!run.isLive) this.moment.seek(0);
    this.selected = null;
    if (!run.isLive) this.call = run.call;
    else if (wasRecording) this.call = undefined;
    if (this.phone === null || !(`phone:${this.phone}` in this.world)) this.phone = this.phones()[0]?.id ?? null;
    this.#rebuild();
    this.page.changed("run");
  }

  /**
   * The phones, in the order of their users; a phone that starts anew keeps its place.
   * @returns {any[]}
   */
  phones() {
    const { world } = this;
    const users = (this.hello?.users ?? []).map((/** @type {any} */ { login }) => login);
    return Object.keys(world).filter((key) => key.startsWith("phone:")).map((key) => world[key])
      .sort((one, other) => users.indexOf(one.user) - users.indexOf(other.user));
  }

  /** @param {string} phone */
  choose(phone) {
    this.phone = phone;
    this.page.changed("choice");
  }

  /** @param {Recording} recording */
  record(recording) {
    const run = Run.recorded(recording);
    this.recordings = [...this.recordings.filter(({ key }) => key !== run.key), run].slice(-8);
    return run;
  }

  /** @param {Run | null} other */
  compareWith(other) {
    this.other = other;
    this.#rebuild();
    this.page.changed("run");
  }

  /** The beginning of the shown call, or of the run, from which the times of rows count. */
  get origin() { return originOf(this.rows, this.moment.events, this.#drawnCall !== null); }
  /** The same of the run with which it is compared. */
  otherOrigin = 0;

  /** The rows with those that only the other run has. */
  get shownRows() { return this.comparison?.rows ?? this.rows; }

  /**
   * The first event of the shown call, and its parties: the caller, and every device that it rang or to which only a
   * push was sent.
   */
  #startOfCall(/** @type {Run | null} */ run, /** @type {string | null} */ call) {
    const history = run?.history;
    const isShown = (/** @type {any} */ race) => race != null && race.call === call;
    const race = [history?.head.race, ...(history?.of("race") ?? []).map(({ value }) => value)].find(isShown);
    if (!run || !history || !race) return { since: 0, parties: [] };
    const { events } = run;
    const before = events.lastBy(race.began - 1);
    const world = history.at(before, race.began);
    const callers = Object.keys(world).filter((key) => key.startsWith("party:") && world[key].state === "calling")
      .map((key) => key.slice("party:".length));
    return { since: dialing(events, before, callers),
      parties: [...callers, ...race.lanes.map((/** @type {any} */ { device }) => device)] };
  }

  /** @param {{ call?: string | null, filter?: Filter, search?: string }} choice */
  narrow(choice) {
    Object.assign(this, choice);
    if (this.run && !this.run.isLive && "call" in choice) this.run.call = this.shownCall;
    this.#rebuild();
  }

  /**
   * Goes to a row by its number, and selects it.
   * @param {number} number
   */
  goTo(number) {
    this.moment.seekEvent(number);
    this.selected = null;
    this.page.changed("moment");
  }

  /**
   * Sends a command to the Lab. An error is shown and announced.
   * @param {string} name
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<any>} what the Lab answers; null where it refused
   */
  async do(name, more = {}) {
    try {
      return await this.socket?.command(name, more);
    } catch (error) {
      this.page.failed(/** @type {Error} */ (error).message);
      return null;
    }
  }

  /** The session that is shown; null: all. */
  get shownCall() {
    return this.call === undefined ? this.run?.history.head.race?.call ?? null : this.call;
  }

  #drawnCall = /** @type {string | null} */ (null);

  #followCall() {
    if (this.shownCall !== this.#drawnCall) this.#rebuild();
  }

  #rebuild() {
    const { filter, search } = this;
    this.#drawnCall = this.shownCall;
    const rowsOf = (/** @type {Run | null} */ run, /** @type {string | null} */ call) =>
      new Rows(run?.events ?? this.moment.events, { call, filter, search, ...this.#startOfCall(run, call) });
    this.rows = rowsOf(this.run, this.#drawnCall);
    this.comparison = null;
    if (this.other && this.other !== this.run) {
      const { events, call } = this.other;
      const isOfCall = this.#drawnCall !== null && call !== null;
      const rows = rowsOf(this.other, isOfCall ? call : null);
      this.otherOrigin = originOf(rows, events, isOfCall);
      this.comparison = compare(
        { rows: this.rows, events: this.moment.events, origin: this.origin },
        { rows, events, origin: this.otherOrigin });
    }
    this.page.changed("rows");
  }
}

/** @param {Rows} rows @param {import("./events.js").Events} events @param {boolean} isOfCall */
function originOf(rows, events, isOfCall) {
  const first = isOfCall && rows.length > 0 ? rows.row(0) : null;
  return first ? events.at(first.number) : 0;
}

/**
 * The act of the caller that led to a call, where it is near; else the last event before the call.
 * @param {import("./events.js").Events} events @param {number} before @param {readonly string[]} callers
 */
function dialing(events, before, callers) {
  for (let number = before; number >= Math.max(events.first, before - 200); number -= 1) {
    const { from, kind } = events.get(number);
    if (kind === "person" && callers.includes(from)) return number;
  }
  return Math.max(0, before);
}
