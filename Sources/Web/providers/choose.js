// Which phone a page has: that of the app around it, or its own. Chosen at run time, behind one interface.

import { WebPhone } from "../client/web-phone.js";
import { bridgeMethods } from "./bridge-names.js";
import { NativePhone } from "./native-phone.js";

/** @typedef {import("../types/index.js").NativeBridge} NativeBridge */

/** @param {import("../types/index.js").WebPhoneSettings} settings @returns {import("../types/index.js").WebPhone} */
export const createWebPhone = (settings) => new WebPhone(settings);

/**
 * @param {import("../types/index.js").NativePhoneSettings} settings
 * @returns {import("../types/index.js").NativePhone}
 */
export const createNativePhone = (settings) => new NativePhone(settings);

/**
 * @param {{ bridge: NativeBridge | null | undefined, web: () => import("../types/index.js").WebPhoneSettings }} choice
 * @returns {import("../types/index.js").Phone}
 */
export const choosePhone = ({ bridge, web }) => bridge ? createNativePhone({ bridge }) : createWebPhone(web());

/**
 * Wraps a Capacitor plugin, as `registerPlugin` gives it, as a bridge.
 * @param {import("../types/bridge.js").BridgePlugin} plugin
 * @returns {NativeBridge}
 */
export function capacitorBridge(plugin) {
  // A page without types may ask for a name that is no method, and the plugin is a proxy that would take any name.
  const methods = /** @type {Record<string, (args: object) => Promise<any>>} */ (/** @type {unknown} */ (plugin));
  return {
    call: (method, args) => bridgeMethods.includes(method)
      ? methods[method](args) : Promise.reject(new RangeError(`the bridge has no method "${method}"`)),
    on: (event, handler) => {
      // A plugin returns the function that removes a listener later than it adds the listener.
      const added = Promise.resolve(plugin.addListener(event, handler));
      return () => void added.then((handle) => handle.remove());
    },
  };
}

/** The abilities that a call needs and the browser lacks, as sentences; empty if it can call. */
export function missingFeatures() {
  const scope = /** @type {Record<string, any>} */ (globalThis);
  const missing = [];
  if (scope.isSecureContext === false) missing.push("a secure address: open the page by https");
  if (typeof scope.RTCPeerConnection !== "function") missing.push("WebRTC");
  if (typeof scope.WebSocket !== "function") missing.push("WebSocket");
  if (!scope.navigator?.mediaDevices?.getUserMedia) missing.push("access to microphones");
  return missing;
}
