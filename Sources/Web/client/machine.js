// Everything a client decides: the session with the exchange and every call over it. The calls outlive their sockets,
// and, by what `memory` keeps of them, the page.

import { makeEnding } from "../call-model/call-model.js";
import { Call } from "../calls/call.js";
import * as media from "../calls/media.js";
import { operate } from "../calls/operations.js";
import * as repair from "../calls/repair.js";
import * as signaling from "../calls/signaling.js";
import { acknowledgement } from "../verto/replies.js";
import { VertoSession } from "../verto/session.js";
import * as wire from "../verto/wire.js";
import { recall } from "./memory.js";
import { isSameCall, Strays } from "./strays.js";

/** @typedef {import("../verto/wire.js").Params} Params */
/** @typedef {import("../calls/call.js").CallEffect} CallEffect */
/** @typedef {import("../calls/operations.js").Operation} Operation */
/** @typedef {import("../types/index.js").Connection} Connection */
/**
 * The effects that the shell carries out, in order.
 * @typedef {{ do: "openSocket", socket: number } | { do: "closeSocket" } | { do: "send", text: string }
 *   | { do: "media", call: string, order: import("../calls/call.js").MediaOrder } | { do: "needCredentials" }
 *   | { do: "iceServers", servers: RTCIceServer[], dropped: number } | { do: "conversation", params: Params }
 *   | { do: "settle", operation: number, error: string | null } | { do: "changed" }} ClientEffect
 */

const endedMax = 8;
/**
 * The second key under which requests of a call name the session.
 * @type {Record<string, string | undefined>}
 */
const spellings = { bye: "sessId", invite: "sessionId", answer: "sessionId", attach: "sessionId", modify: "sessionId" };

export class ClientMachine {
  /** @type {Map<string, Call>} */
  calls = new Map();
  /**
   * The calls that ended last, the latest first.
   * @type {Call[]}
   */
  ended = [];
  /** @type {Connection} */
  connection = Object.freeze({ state: "offline", attempt: 0, retryAt: null, reason: null, message: null });
  /** The time by the calendar, which the shell sets before each event; `now` is of a clock that never jumps. */
  calendar = 0;
  /** @type {Map<number, { call: string, tag: import("../calls/call.js").Tag, operation: number | undefined }>} */
  #open = new Map();
  #tokens = 0;
  #connecting = /** @type {number[]} */ ([]);
  #strays = new Strays();

  /**
   * @param {{ session: string, callsMax: number } & import("../verto/dialect.js").Terms} settings
   */
  constructor({ dialect, session, about, credentials, renews, callsMax }) {
    const own = this.session = new VertoSession({ dialect, id: session, credentials, renews, about });
    this.callsMax = callsMax;
    /** @type {import("../calls/call.js").CallOptions} */
    this.options = {
      dialect, trickles: dialect.trickles, ...about, get isCarillon() { return own.iceServers.isCarillon; },
    };
  }

  get nextDeadline() {
    const ofCalls = [...this.calls.values()].map((call) => call.nextDeadline);
    return Math.min(this.session.nextDeadline, this.#strays.due, ...ofCalls);
  }

  /**
   * Continues the calls that an earlier page stored.
   * @param {import("./memory.js").Kept[]} kept @param {number} now
   */
  remember(kept, now, isCarillon = false) {
    this.session.iceServers.isCarillon = isCarillon;
    for (const one of kept.slice(0, this.callsMax)) {
      const call = recall(one, this.options, now);
      if (call !== null) this.calls.set(call.id, call);
    }
  }

  /** @param {number} operation @param {number} now @returns {ClientEffect[]} */
  connect(operation, now) {
    if (this.connection.state === "ready") return [{ do: "settle", operation, error: null }];
    // A second one waits for the first.
    this.#connecting.push(operation);
    if (this.connection.state !== "offline" && this.connection.state !== "over") return [];
    return this.#run(now, (effects) => {
      this.#become({ state: "connecting" }, effects);
      this.#step(now, effects, (session) => this.session.connect(now, session));
    });
  }

  /**
   * Hangs up the calls. A call that rings here gets no BYE, which would decline it.
   * @param {number} now
   */
  disconnect(now) {
    return this.#run(now, (effects) => {
      for (const call of this.calls.values()) {
        if (call.isIncoming) continue;
        this.#runCall(call, now, effects, (own) => operate(call, { kind: "hangUp" }, null, now, own));
      }
      this.#step(now, effects, (session) => this.session.disconnect(session));
    });
  }

  /**
   * The page is left. The calls stay as they are, and the next page continues them.
   * @param {number} now
   */
  leave(now) {
    return this.#run(now, (effects) => this.#step(now, effects, (session) => this.session.disconnect(session)), true);
  }

  /** @param {import("../types/index.js").Credentials} credentials @param {number} now */
  prove(credentials, now) {
    return this.#run(now, (effects) => this.#step(now, effects, (own) => this.session.prove(credentials, now, own)));
  }

  /** @param {string | null} refusal null: it was not reached @param {number} chance 0…1 @param {number} now */
  proofFailed(refusal, chance, now) {
    return this.#run(now, (effects) =>
      this.#step(now, effects, (own) => this.session.proofFailed(refusal, chance, now, own)));
  }

  /** @param {number} now */
  networkChanged(now) {
    return this.#run(now, (effects) => {
      for (const call of this.calls.values()) {
        if (call.isMediaOpen && !call.isMediaDone) Object.assign(call.restart, { isNeeded: true, isDue: true });
      }
      this.#step(now, effects, (session) => this.session.renew(now, session));
    });
  }

  /**
   * @param {number} operation @param {import("../calls/call.js").Setup} setup
   * @param {{ peerName: string | null, startedAt: number }} about @param {number} now
   */
  dial(operation, setup, about, now) {
    return this.#run(now, (effects) => {
      const error = !this.session.isReady ? "the phone is not ready; wait for `connection.state` \"ready\""
        : this.calls.size >= this.callsMax ? `there are ${this.callsMax} calls already; end one of them` : null;
      effects.push({ do: "settle", operation, error });
      if (error !== null) return;
      const call = new Call(setup, this.options, { ...about, peerNumber: setup.destination });
      this.calls.set(call.id, call);
      this.#runCall(call, now, effects, (own) => call.advance("dial", now, own));
    });
  }

  /** @param {string} id @param {Operation} wanted @param {number} operation @param {number} now */
  operate(id, wanted, operation, now) {
    return this.#run(now, (effects) => {
      const call = this.calls.get(id);
      if (call) return this.#runCall(call, now, effects, (own) => operate(call, wanted, operation, now, own));
      const isRelease = wanted.kind === "hangUp" || wanted.kind === "decline";
      effects.push({ do: "settle", operation, error: isRelease ? null : "the call has ended" });
    });
  }

  /** @param {string} id @param {media.MediaNews} news @param {number} now */
  media(id, news, now) {
    return this.#run(now, (effects) => {
      const call = this.calls.get(id);
      if (call) this.#runCall(call, now, effects, (own) => media.reported(call, news, now, own));
    });
  }

  /** @param {number} socket @param {number} now */
  socketOpened(socket, now) {
    return this.#run(now, (effects) => this.#step(now, effects, (own) => this.session.socketOpened(socket, now, own)));
  }

  /** @param {number} socket @param {number} chance 0…1 @param {number} now */
  socketClosed(socket, chance, now) {
    return this.#run(now, (effects) =>
      this.#step(now, effects, (own) => this.session.socketClosed(socket, chance, now, own)));
  }

  /** @param {number} socket @param {unknown} text @param {number} now */
  received(socket, text, now) {
    return this.#run(now, (effects) =>
      this.#step(now, effects, (own) => this.session.received(socket, text, now, own)));
  }

  /** @param {number} now */
  tick(now) {
    return this.#run(now, (effects) => {
      this.#step(now, effects, (own) => this.session.tick(now, own));
      for (const call of [...this.calls.values()]) {
        if (call.nextDeadline > now) continue;
        this.#runCall(call, now, effects, (own) => call.tick(now, own, (name) => repair.due(call, name, now, own)));
      }
      for (const id of this.#strays.takeDue(now)) if (!this.#find(id)) this.#sendBye(id, "completed", now, effects);
    });
  }

  #isLeaving = false;

  /** @param {number} now @param {(effects: ClientEffect[]) => void} body @returns {ClientEffect[]} */
  #run(now, body, isLeaving = false) {
    /** @type {ClientEffect[]} */
    const effects = [];
    this.#isLeaving = isLeaving;
    body(effects);
    this.session.isInCall = this.calls.size > 0;
    // Promises of the app are settled last: its code goes on at once, and must find the new state.
    return [...effects.filter((one) => one.do !== "settle"), ...effects.filter((one) => one.do === "settle")];
  }

  /**
   * @param {Call} call @param {number} now @param {ClientEffect[]} effects @param {(own: CallEffect[]) => void} body
   */
  #runCall(call, now, effects, body) {
    /** @type {CallEffect[]} */
    const wanted = [];
    body(wanted);
    repair.restartIfDue(call, now, wanted);
    if (call.state.progress === "active" && call.connectedAt === null) call.connectedAt = this.calendar;
    if (call.hasEnded && this.calls.delete(call.id)) this.ended = [call, ...this.ended].slice(0, endedMax);
    for (const effect of wanted) {
      switch (effect.do) {
        case "request": {
          const { tag, name, params, operation } = effect;
          this.#request({ call: call.id, tag, operation }, name, params, now, effects);
          break;
        }
        case "respond": effects.push({ do: "send", text: wire.result(effect.id, effect.result) }); break;
        case "refuse":
          effects.push({ do: "send", text: wire.failure(effect.id, wire.applicationError, effect.message) });
          break;
        case "media": effects.push({ do: "media", call: call.id, order: effect.order }); break;
        default: effects.push(effect);
      }
    }
  }

  /**
   * @param {{ call: string, tag: import("../calls/call.js").Tag, operation: number | undefined } | null} about
   * @param {string} name @param {Params} params @param {number} now @param {ClientEffect[]} effects
   */
  #request(about, name, params, now, effects) {
    this.#tokens += 1;
    const token = this.#tokens;
    if (about) this.#open.set(token, about);
    const named = { ...this.options.dialect.naming(this.session.id, spellings[name]), ...params };
    this.#step(now, effects, (session) => this.session.request(token, name, named, now, session));
  }

  /**
   * Ends a call that this client does not have.
   * @param {string} id @param {import("../calls/call.js").EndReason} reason @param {number} now
   * @param {ClientEffect[]} effects
   */
  #sendBye(id, reason, now, effects) {
    const { cause, causeCode } = makeEnding(reason);
    this.#request(null, "bye", { cause, causeCode, dialogParams: { callID: id } }, now, effects);
  }

  /**
   * Steps the session and carries out its effects.
   * @param {number} now @param {ClientEffect[]} effects
   * @param {(wanted: import("../verto/session.js").SessionEffect[]) => void} body
   */
  #step(now, effects, body) {
    /** @type {import("../verto/session.js").SessionEffect[]} */
    const wanted = [];
    body(wanted);
    for (const effect of wanted) {
      switch (effect.do) {
        case "openSocket": case "closeSocket": case "send": effects.push(effect); break;
        case "iceServers": effects.push(effect, { do: "changed" }); break;
        case "needCredentials": effects.push(effect); break;
        case "told": this.#told(effect, now, effects); break;
        case "outcome": this.#concluded(effect.token, effect.outcome, now, effects); break;
        case "ready": this.#ready(effect.reattached, now, effects); break;
        case "reconnecting":
          this.#become({
            state: this.connection.state === "connecting" ? "connecting" : "reconnecting",
            attempt: effect.attempt, retryAt: effect.at,
          }, effects);
          for (const call of this.calls.values()) {
            if (!call.isDown) this.#runCall(call, now, effects, (own) => repair.linkImpaired(call, now, own));
          }
          break;
        case "over": this.#over(effect, now, effects);
      }
    }
  }

  /**
   * @param {Extract<import("../verto/session.js").SessionEffect, { do: "over" }>} end @param {number} now
   * @param {ClientEffect[]} effects
   */
  #over({ reason, message }, now, effects) {
    if (!this.#isLeaving) {
      for (const call of [...this.calls.values()]) this.#abandon(call, now, effects);
    }
    this.#settleConnect(message || "disconnected meanwhile", effects);
    this.#become(reason === "disconnected" ? { state: "offline" } : { state: "over", reason, message }, effects);
  }

  /**
   * @param {Extract<import("../verto/session.js").SessionEffect, { do: "told" }>} request @param {number} now
   * @param {ClientEffect[]} effects
   */
  #told({ name, method, params, id }, now, effects) {
    if (name === "ai_conversation") return void effects.push({ do: "conversation", params });
    const callID = wire.text(params.callID, 128) ?? wire.text(params.dialogParams?.callID, 128);
    const call = callID === null ? undefined : this.#find(callID);
    if (name === "answer" && id !== null) {
      const text = call && signaling.takesAnswer(call)
        ? acknowledgement(id, method) : wire.failure(id, wire.applicationError, signaling.callDoesNotExist);
      effects.push({ do: "send", text });
    }
    if (callID === null) return;
    if (call) {
      return this.#runCall(call, now, effects, (own) => signaling.told(call, name, params, id, now, own));
    }
    if (name === "invite") return this.#invited(callID, params, now, effects);
    // An earlier page had the call, and this one knows nothing of it.
    if (name === "attach") return this.#sendBye(callID, "completed", now, effects);
    if (name === "modify" && id !== null) {
      effects.push({ do: "send", text: wire.failure(id, wire.applicationError, signaling.callDoesNotExist) });
    }
  }

  /** @param {string} callID @param {Params} params @param {number} now @param {ClientEffect[]} effects */
  #invited(callID, params, now, effects) {
    this.#strays.forget(callID);
    // Without a description there is nothing to answer, and a call that cannot be taken must not ring.
    if (wire.description(params.sdp) === null) return this.#sendBye(callID, "incompatible", now, effects);
    if (this.calls.size >= this.callsMax) return this.#sendBye(callID, "busy", now, effects);
    const callerName = wire.text(params.caller_id_name, 256);
    const callerNumber = wire.text(params.caller_id_number, 256);
    const setup = {
      id: callID, direction: /** @type {const} */ ("inbound"), callerName, callerNumber, clientState: null, headers: [],
      destination: wire.text(params.callee_id_number, 256),
    };
    const about = { peerName: callerName, peerNumber: callerNumber, startedAt: this.calendar };
    const call = new Call(setup, this.options, about);
    this.calls.set(callID, call);
    this.#runCall(call, now, effects, (own) => signaling.told(call, "invite", params, null, now, own));
  }

  /**
   * Names of calls are compared without regard to case: FreeSWITCH's and Telnyx' clients differ in it.
   * @param {string} id
   */
  #find(id) {
    return this.calls.get(id) ?? [...this.calls.values()].find((call) => isSameCall(call.id, id));
  }

  /**
   * @param {number} token @param {import("../verto/requests.js").Outcome} outcome @param {number} now
   * @param {ClientEffect[]} effects
   */
  #concluded(token, outcome, now, effects) {
    const about = this.#open.get(token);
    this.#open.delete(token);
    const call = about && this.calls.get(about.call);
    if (!about || !call) return;
    const { tag, operation } = about;
    this.#runCall(call, now, effects, (own) => signaling.concluded(call, tag, outcome, operation, now, own));
  }

  /** After a login the exchange lists the calls that it still has; the others are over.
   * @param {string[] | null} named @param {number} now @param {ClientEffect[]} effects */
  #ready(named, now, effects) {
    for (const call of [...this.calls.values()]) {
      // The exchange has the call: it has offered it again, or it rings again.
      const isKept = named === null || named.some((id) => isSameCall(id, call.id)) || !call.isDown
        || call.negotiation.kind === "offeringAttach" || call.negotiation.kind === "answering";
      if (isKept) this.#runCall(call, now, effects, (own) => repair.reattached(call, now, own));
      else this.#abandon(call, now, effects);
    }
    this.#strays.note((named ?? []).filter((id) => !this.#find(id)).slice(0, this.callsMax), now);
    this.#become({ state: "ready" }, effects);
    this.#settleConnect(null, effects);
  }

  /** @param {Call} call @param {number} now @param {ClientEffect[]} effects */
  #abandon(call, now, effects) {
    this.#runCall(call, now, effects, (own) => signaling.told(call, "bye", { causeCode: 102 }, null, now, own));
  }

  /** @param {string | null} error @param {ClientEffect[]} effects */
  #settleConnect(error, effects) {
    for (const operation of this.#connecting.splice(0)) effects.push({ do: "settle", operation, error });
  }

  /** @param {Partial<Connection>} connection @param {ClientEffect[]} effects */
  #become(connection, effects) {
    const whole = { state: /** @type {const} */ ("offline"), attempt: 0, retryAt: null, reason: null, message: null };
    this.connection = Object.freeze({ ...whole, ...connection });
    effects.push({ do: "changed" });
  }
}
