// The client's side of a signaling session, in either dialect: login until ready, requests and their replies,
// keep-alive, reconnection under the same session. It knows nothing of calls. Events in, effects out, time given.

import { doubled, spread } from "./back-off.js";
import { loginParams, nameOf } from "./dialect.js";
import { Gateway } from "./gateway.js";
import { IceServers } from "./ice-servers.js";
import { KeepAlive } from "./keep-alive.js";
import { Proof } from "./proof.js";
import { promptReply, refused } from "./replies.js";
import { Requests } from "./requests.js";
import { defaultTiming } from "./timing.js";
import * as wire from "./wire.js";

/** @typedef {import("./wire.js").Params} Params */
/** @typedef {import("./dialect.js").Terms} Terms */
/** @typedef {import("../types/index.js").Credentials} Credentials */
/** @typedef {import("./requests.js").Pending} Pending @typedef {import("./requests.js").Outcome} Outcome */
/**
 * @typedef {{ do: "openSocket", socket: number } | { do: "closeSocket" } | { do: "send", text: string }
 *   | { do: "iceServers", servers: RTCIceServer[], dropped: number }
 *   | { do: "told", name: string, method: string, params: Params, id: wire.FrameId | null }
 *   | { do: "outcome", token: number, outcome: Outcome }
 *   | { do: "ready", reattached: string[] | null } | { do: "reconnecting", attempt: number, at: number }
 *   | { do: "needCredentials" } | { do: "over", reason: import("../types/index.js").EndOfSession, message: string }
 * } SessionEffect
 */

export class VertoSession {
  /** @type {"idle" | "connecting" | "loggingIn" | "settling" | "ready" | "waiting" | "unproven"} */
  phase = "idle";
  iceServers = new IceServers();
  #requests;
  #repeats = /** @type {Pending[]} */ ([]);
  /** @type {Map<string, number>} */
  #timers = new Map();
  #sockets = 0;
  #attempts = 0;
  #gateway;
  #life;
  #reattached = /** @type {string[] | null} */ (null);
  #hasSocket = false;
  #proof;

  /** @param {Terms & { id: string, timing?: import("./timing.js").Timing }} settings */
  constructor({ dialect, id, credentials, renews, about, timing }) {
    this.dialect = dialect;
    this.#requests = new Requests(dialect);
    /** The session's name: the client's own, or what the server made of it. */
    this.id = id;
    this.#proof = new Proof(credentials, renews);
    this.about = about;
    this.timing = { ...defaultTiming, ...timing };
    this.#life = new KeepAlive(this.timing);
    this.#gateway = new Gateway(this.timing);
  }

  get isReady() { return this.phase === "ready"; }
  get nextDeadline() {
    const parts = [this.iceServers.due, this.#life.due, this.#gateway.due, this.#requests.nextDeadline];
    return Math.min(...this.#timers.values(), ...parts);
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  connect(now, effects) {
    if (this.phase !== "idle") return;
    this.#attempts = 0;
    this.#open(now, effects);
  }

  /** @param {SessionEffect[]} effects */
  disconnect(effects) {
    if (this.phase !== "idle") this.#end("disconnected", "", effects);
  }

  /**
   * Replaces credentials that have expired. A waiting login uses them at once, else the next login does.
   * @param {Credentials} credentials @param {number} now @param {SessionEffect[]} effects
   */
  prove(credentials, now, effects) {
    this.#proof.replace(credentials);
    if (this.phase !== "unproven") return;
    this.#timers.delete("proof");
    this.#open(now, effects);
  }

  /**
   * No other credentials could be had, without a network or because their source refused.
   * @param {string | null} refusal @param {number} chance 0…1 @param {number} now @param {SessionEffect[]} effects
   */
  proofFailed(refusal, chance, now, effects) {
    if (this.phase !== "unproven") return;
    if (refusal === null) this.#lose(chance, now, effects);
    else this.#end("refused", refusal, effects);
  }

  /**
   * The network changed: opens another socket at once.
   * @param {number} now @param {SessionEffect[]} effects
   */
  renew(now, effects) {
    if (this.phase === "idle" || this.phase === "unproven") return;
    this.#attempts = 0;
    this.#abandonSocket(effects);
    effects.push({ do: "reconnecting", attempt: 0, at: now });
    this.#open(now, effects);
  }

  /** During a call a dead socket is noticed within seconds. */
  get isInCall() { return this.#life.isInCall; }
  set isInCall(isInCall) { this.#life.isInCall = isInCall; }

  /** @param {number} socket @param {number} now @param {SessionEffect[]} effects */
  socketOpened(socket, now, effects) {
    if (socket !== this.#sockets || this.phase !== "connecting") return;
    this.#timers.delete("connect");
    this.#hasSocket = true;
    this.#life.heard(now);
    this.#logIn(now, effects);
  }

  /** @param {number} socket @param {number} chance 0…1 @param {number} now @param {SessionEffect[]} effects */
  socketClosed(socket, chance, now, effects) {
    if (socket !== this.#sockets || ["idle", "waiting", "unproven"].includes(this.phase)) return;
    this.#lose(chance, now, effects);
  }

  /** @param {number} socket @param {unknown} text @param {number} now @param {SessionEffect[]} effects */
  received(socket, text, now, effects) {
    if (socket !== this.#sockets || !this.#hasSocket) return;
    this.#life.heard(now);
    for (const frame of wire.read(text)) {
      if (!this.#hasSocket) return;
      if (frame.kind === "request") this.#takeRequest(frame, now, effects);
      else this.#takeReply(frame, now, effects);
    }
  }

  /**
   * Sends a request whose outcome comes back under the token.
   * @param {number} token @param {string} name @param {Params} params @param {number} now
   * @param {SessionEffect[]} effects
   */
  request(token, name, params, now, effects) {
    // An `attach` comes, and is answered, before the session is ready.
    const canSend = (this.phase === "ready" || this.phase === "settling") && !this.#requests.isFull;
    if (canSend) this.#send(name, params, token, now, effects);
    else effects.push({ do: "outcome", token, outcome: { kind: "notSent" } });
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  tick(now, effects) {
    for (const [name, due] of [...this.#timers]) {
      if (due > now || !this.#timers.delete(name)) continue;
      this.#fire(name, now, effects);
    }
    if (this.#gateway.due <= now) this.#gatewayWaited(now, effects);
    if (this.iceServers.due <= now) {
      this.iceServers.due = Infinity;
      if (this.isReady) this.#askIceServers(now, effects);
    }
    if (this.#life.due <= now) {
      this.#life.asked(now);
      // Telnyx' server takes no ping before the session is ready, but tells the gateway's state.
      if (this.phase === "settling" && this.dialect.hasGateway) this.#askGateway(now, effects);
      if (this.isReady && !this.#requests.has("ping")) this.#send("ping", { sessid: this.id }, null, now, effects);
    }
    for (const request of this.#requests.takeOverdue(now)) {
      this.#conclude(request, { kind: "timedOut" }, now, effects);
    }
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  #open(now, effects) {
    if (this.#proof.isWanting) return this.#awaitProof(now, effects);
    this.phase = "connecting";
    this.#sockets += 1;
    this.#timers.set("connect", now + this.timing.connect);
    effects.push({ do: "openSocket", socket: this.#sockets });
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  #logIn(now, effects) {
    const credentials = /** @type {Credentials} */ (this.#proof.credentials);
    this.phase = "loggingIn";
    this.#gateway.stop();
    this.#timers.delete("ready");
    const params = loginParams(this.dialect, credentials, this.id, this.about, this.#requests.count > 0);
    this.#send("login", params, null, now, effects);
  }

  /**
   * @param {string} name @param {Params} params @param {number | null} token @param {number} now
   * @param {SessionEffect[]} effects
   */
  #send(name, params, token, now, effects, isRepeated = false) {
    const { timing } = this;
    const isSign = name === "ping" || name === "gatewayState";
    const time = name === "bye" ? timing.bye : isSign && this.isInCall ? timing.pingInCall : timing.request;
    const text = this.#requests.add(this.id, { name, params, token, due: now + time, isRepeated });
    effects.push({ do: "send", text });
  }

  /** @param {Extract<wire.Frame, { kind: "request" }>} frame @param {number} now @param {SessionEffect[]} effects */
  #takeRequest(frame, now, effects) {
    const { id, method, params } = frame;
    const text = promptReply(frame, this.dialect, this.isReady);
    if (text !== null) effects.push({ do: "send", text });
    const name = nameOf(method);
    switch (name) {
      case "ping": return;
      case "clientReady": {
        if (this.phase !== "settling") return;
        const named = params.reattached_sessions;
        this.#reattached = Array.isArray(named) ? named.filter((call) => typeof call === "string") : null;
        if (this.dialect.hasGateway) this.#askGateway(now, effects);
        else this.#becomeReady(now, effects);
        return;
      }
      case "gatewayState": return this.#takeGatewayState(params.state, now, effects);
      case "punt":
        if (this.#requests.takesLateLogin(now)) return this.#loseQuietly(now, effects);
        return this.#end("takenOver", "another page took the session over; sign in here to take it back", effects);
      default: effects.push({ do: "told", name, method, params, id });
    }
  }

  /** @param {Exclude<wire.Frame, { kind: "request" }>} frame @param {number} now @param {SessionEffect[]} effects */
  #takeReply(frame, now, effects) {
    const request = this.#requests.take(frame.id);
    // Messages to an assistant are sent by the page: their refusal is news for it. Other unknown replies are old.
    if (!request) return frame.kind === "result" ? undefined : void effects.push({ do: "told", ...refused(frame.id) });
    if (frame.kind === "result") return this.#conclude(request, { kind: "result", result: frame.result }, now, effects);
    const { code, message, data } = frame;
    if (code === wire.authenticationRequired && request.name !== "login" && !request.isRepeated) {
      this.#repeats.push(request);
      return this.phase === "loggingIn" ? undefined : this.#logIn(now, effects);
    }
    this.#conclude(request, { kind: "refused", code, message, data }, now, effects);
  }

  /** @param {Pending} request @param {Outcome} outcome @param {number} now @param {SessionEffect[]} effects */
  #conclude(request, outcome, now, effects) {
    if (request.token !== null) return void effects.push({ do: "outcome", token: request.token, outcome });
    switch (request.name) {
      case "login": return this.#loginConcluded(outcome, now, effects);
      case "gatewayState":
        if (outcome.kind === "timedOut" && this.phase === "settling") return this.#loseQuietly(now, effects);
        if (outcome.kind === "result") this.#takeGatewayState(outcome.result.params?.state, now, effects);
        return;
      case "iceServers":
        if (outcome.kind === "result" && this.#takeIceServers(outcome.result, now, effects)) return;
        if (this.iceServers.isCarillon) this.iceServers.due = now + this.timing.iceServersRetry;
        return;
      // Any reply to a ping shows that the server lives, an error too.
      default: if (outcome.kind === "timedOut") this.#loseQuietly(now, effects);
    }
  }

  /** @param {Outcome} outcome @param {number} now @param {SessionEffect[]} effects */
  #loginConcluded(outcome, now, effects) {
    if (this.phase !== "loggingIn") return;
    if (outcome.kind === "refused") return this.#loginRefused(outcome, now, effects);
    if (outcome.kind !== "result") return this.#loseQuietly(now, effects);
    this.id = wire.text(outcome.result.sessid, 64) ?? this.id;
    this.phase = "settling";
    this.#proof.accepted();
    this.#takeIceServers(outcome.result, now, effects);
    if (this.dialect.hasGateway) this.#gateway.begin(now);
    else this.#timers.set("ready", now + this.timing.ready);
    for (const { name, params, token } of this.#repeats.splice(0)) {
      if (token !== null) this.#send(name, params, token, now, effects, true);
    }
  }

  /** @param {{ code: number, message: string }} refusal @param {number} now @param {SessionEffect[]} effects */
  #loginRefused(refusal, now, effects) {
    const after = this.#proof.refused(refusal);
    if (after.then === "tryAgain") return this.#loseQuietly(now, effects);
    if (after.then === "end") return this.#end("refused", after.message, effects);
    this.#abandonSocket(effects);
    effects.push({ do: "reconnecting", attempt: this.#attempts, at: now });
    this.#awaitProof(now, effects);
  }

  /** @param {number} now @param {SessionEffect[]} effects which ask the page for another proof */
  #awaitProof(now, effects) {
    this.phase = "unproven";
    this.#timers.set("proof", now + this.timing.proof);
    effects.push({ do: "needCredentials" });
  }

  /** @param {Params} result @param {number} now @param {SessionEffect[]} effects */
  #takeIceServers(result, now, effects) {
    const told = this.iceServers.take(result, now);
    if (told !== null) effects.push({ do: "iceServers", ...told });
    return told !== null;
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  #askGateway(now, effects) {
    if (!this.#requests.has("gatewayState")) this.#send("gatewayState", { sessid: this.id }, null, now, effects);
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  #askIceServers(now, effects) { this.#send("iceServers", { sessid: this.id }, null, now, effects); }

  /** @param {unknown} state @param {number} now @param {SessionEffect[]} effects */
  #takeGatewayState(state, now, effects) {
    if (!this.dialect.hasGateway || (this.phase !== "settling" && this.phase !== "ready")) return;
    const outlook = this.#gateway.outlook(state);
    if (outlook === "failed") {
      this.#end("refused", `the gateway cannot register (${state}); is the account allowed to?`, effects);
    } else if (outlook === "registered" && this.phase === "settling") {
      this.#becomeReady(now, effects);
    } else if (outlook === "pending" && this.phase === "ready") {
      this.phase = "settling";
      this.#gateway.begin(now);
      effects.push({ do: "reconnecting", attempt: 0, at: now });
    }
  }

  /**
   * A question without a reply costs the socket, not the session: its path may be lost.
   * @param {number} now @param {SessionEffect[]} effects
   */
  #gatewayWaited(now, effects) {
    if (!this.#gateway.waited(now)) return this.#askGateway(now, effects);
    if (this.#requests.has("gatewayState")) return this.#loseQuietly(now, effects);
    this.#end("unreachable", "the gateway did not register in time; try again later", effects);
  }

  /** @param {number} now @param {SessionEffect[]} effects */
  #becomeReady(now, effects) {
    this.phase = "ready";
    this.#attempts = 0;
    this.#timers.delete("ready");
    this.#gateway.stop();
    effects.push({ do: "ready", reattached: this.#reattached });
    this.#reattached = null;
    if (this.iceServers.shallAskOnce()) this.#askIceServers(now, effects);
  }

  /** @param {string} timer @param {number} now @param {SessionEffect[]} effects */
  #fire(timer, now, effects) {
    switch (timer) {
      case "connect": case "ready": case "proof": return this.#loseQuietly(now, effects);
      case "reconnect": return this.#open(now, effects);
    }
  }

  /** @param {number} now @param {SessionEffect[]} effects of a socket that is dead though it did not close */
  #loseQuietly(now, effects) {
    this.#lose((this.#requests.count * 389 % 1_001) / 1_000, now, effects);
  }

  /** @param {number} chance @param {number} now @param {SessionEffect[]} effects */
  #lose(chance, now, effects) {
    this.#abandonSocket(effects);
    if (this.#attempts >= this.timing.reconnects) {
      return this.#end("unreachable", "the exchange cannot be reached; is there a network?", effects);
    }
    this.#attempts += 1;
    const { reconnectFirst, reconnectMax } = this.timing;
    const at = now + spread(doubled(this.#attempts, reconnectFirst, reconnectMax), chance);
    this.#timers.set("reconnect", at);
    effects.push({ do: "reconnecting", attempt: this.#attempts, at });
  }

  /**
   * Drops the socket, also one that is being opened.
   * @param {SessionEffect[]} effects
   */
  #abandonSocket(effects) {
    effects.push({ do: "closeSocket" });
    this.#hasSocket = false;
    this.#life.stop();
    for (const timer of ["connect", "ready", "reconnect", "proof"]) this.#timers.delete(timer);
    const lost = [...this.#requests.takeAll(), ...this.#repeats];
    this.#repeats = [];
    this.#gateway.stop();
    this.#reattached = null;
    this.phase = "waiting";
    for (const { token } of lost) {
      if (token !== null) effects.push({ do: "outcome", token, outcome: { kind: "connectionLost" } });
    }
  }

  /**
   * @param {import("../types/index.js").EndOfSession} reason @param {string} message @param {SessionEffect[]} effects
   */
  #end(reason, message, effects) {
    this.#abandonSocket(effects);
    this.#timers.clear();
    this.iceServers.due = Infinity;
    this.phase = "idle";
    effects.push({ do: "over", reason, message });
  }
}
