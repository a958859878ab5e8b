// Two ways of a page to ask its app's phone: with the package and its types, and with Capacitor's plugin alone.

import { capacitorBridge, createNativePhone } from "../../../../Sources/Web/index.js";

/** @typedef {import("../../../../Sources/Web/types/bridge.js").BridgeMethod} BridgeMethod */
/** @typedef {import("../../../../Sources/Web/types/bridge.js").BridgeEventName} BridgeEventName */
/** @typedef {import("../../../../Sources/Web/types/socket-plugin.js").SocketPlugin} SocketPlugin */
/** @typedef {import("../../../../Sources/Web/types/index.js").NativePhone} NativePhone */
/**
 * A try of each method: the type checker misses one that is not there.
 * @typedef {{
 *   [Method in BridgeMethod]: (
 *     options: import("../../../../Sources/Web/types/bridge.js").BridgeArguments<Method>,
 *   ) => Promise<import("../../../../Sources/Web/types/bridge.js").BridgeAnswer<Method>>
 * }} Tries
 */
/**
 * @typedef {object} Way
 * @property {Tries} tries
 * @property {(event: BridgeEventName, listener: (data: any) => void) => Promise<unknown>} listen
 * @property {NativePhone | null} phone
 */

/**
 * With the package: its phone's own methods where it has them, and the bridge's for the rest.
 * @param {SocketPlugin["plugin"]} plugin
 * @returns {Way}
 */
export function typed(plugin) {
  const bridge = capacitorBridge(plugin);
  const phone = createNativePhone({ bridge });
  /** @type {Tries} */
  const tries = {
    connect: async (options) => {
      if (options.sipUsername !== undefined) return bridge.call("connect", options);
      await phone.connect();
      return {};
    },
    disconnect: async () => phone.disconnect().then(() => ({})),
    reconnect: (options) => bridge.call("reconnect", options),
    call: async ({ destinationNumber, displayName }) => {
      return { callId: await phone.dial(destinationNumber, { name: displayName }) };
    },
    answer: async ({ callId = "" }) => phone.answer(callId).then(() => ({ callId })),
    hangup: async ({ callId = "" }) => phone.hangUp(callId).then(() => ({})),
    decline: async ({ callId = "" }) => phone.decline(callId).then(() => ({})),
    setMute: async ({ callId = "", muted }) => phone.setMuted(callId, muted).then(() => ({})),
    toggleMute: (options) => bridge.call("toggleMute", options),
    setHold: async ({ callId = "", onHold }) => phone.setHeld(callId, onHold).then(() => ({})),
    toggleHold: (options) => bridge.call("toggleHold", options),
    setSpeaker: (options) => bridge.call("setSpeaker", options),
    toggleSpeaker: (options) => bridge.call("toggleSpeaker", options),
    sendDTMF: async ({ callId = "", digit }) => phone.sendDigits(callId, digit).then(() => ({})),
    getDeviceId: (options) => bridge.call("getDeviceId", options),
    getFcmToken: (options) => bridge.call("getFcmToken", options),
    getFcmTokenWithWait: (options) => bridge.call("getFcmTokenWithWait", options),
    getNetworkStatus: (options) => bridge.call("getNetworkStatus", options),
    getConnectionState: (options) => bridge.call("getConnectionState", options),
    getPendingIncomingCall: (options) => bridge.call("getPendingIncomingCall", options),
    requestVoipPermissions: (options) => bridge.call("requestVoipPermissions", options),
    getSnapshot: (options) => bridge.call("getSnapshot", options),
    getEvents: (options) => bridge.call("getEvents", options),
    getAudioRoutes: (options) => bridge.call("getAudioRoutes", options),
    setAudioRoute: async ({ route }) => phone.setSpeaker(route).then(() => ({})),
    transfer: async ({ callId = "", destination }) => phone.transfer(callId, destination).then(() => ({})),
    getCallerIds: (options) => bridge.call("getCallerIds", options),
    switchOrganization: (options) => bridge.call("switchOrganization", options),
    readNotice: (options) => bridge.call("readNotice", options),
    clearNotices: (options) => bridge.call("clearNotices", options),
    signInWithApple: (options) => bridge.call("signInWithApple", options),
    signOut: (options) => bridge.call("signOut", options),
  };
  return { tries, phone, listen: async (event, listener) => bridge.on(event, listener) };
}

/**
 * As a page without types does: names and options go to the plugin as they are.
 * @param {any} plugin
 * @returns {Way}
 */
export function untyped(plugin) {
  return {
    tries: /** @type {Tries} */ (new Proxy({}, {
      get: (_, method) => (/** @type {object} */ options) => plugin[method](options),
    })),
    phone: null,
    listen: (event, listener) => plugin.addListener(event, listener),
  };
}

/** Each event that was received, and the part of it that no step has waited for yet. */
export class Heard {
  /** @type {Map<string, any[]>} */
  #fresh = new Map();
  /** @type {{ name: string, fits: (data: any) => boolean, resolve: (data: any) => void }[]} */
  #waiting = [];
  /** @type {string[]} */
  names = [];

  /** @param {string} name @param {any} data */
  add(name, data) {
    this.names.push(name);
    const index = this.#waiting.findIndex((waiting) => waiting.name === name && waiting.fits(data));
    if (index >= 0) return this.#waiting.splice(index, 1)[0].resolve(data);
    this.#fresh.set(name, [...this.#fresh.get(name) ?? [], data]);
  }

  /** From here on only what comes is waited for. */
  forget() { this.#fresh.clear(); }

  /**
   * The next event of that name which fits; those before it count as waited for. The data is of any kind, as a page
   * without types has it.
   * @param {BridgeEventName} name @param {(data: any) => boolean} [fits]
   * @returns {Promise<any>}
   */
  next(name, fits = () => true) {
    const fresh = this.#fresh.get(name) ?? [];
    const index = fresh.findIndex(fits);
    if (index >= 0) return Promise.resolve(fresh.splice(0, index + 1)[index]);
    this.#fresh.delete(name);
    return new Promise((resolve, reject) => {
      // on purpose: the limit of the wait, so that a failure names the event
      const late = setTimeout(() => reject(new Error(`no ${name} within two minutes; heard ${this.names.join(" ")}`)), 120_000);
      const done = (/** @type {any} */ data) => {
        clearTimeout(late);
        resolve(data);
      };
      this.#waiting.push({ name, fits, resolve: done });
    });
  }
}
