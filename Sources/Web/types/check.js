// Compares the package with its types. This code never runs.

import * as react from "../store/react.js";
import * as vue from "../store/vue.js";
import * as implementation from "../index.js";
import * as assistant from "../assistant/assistant.js";
import * as bridge from "../providers/bridge-names.js";
import * as plugin from "../providers/web-plugin.js";
import * as socket from "../providers/socket-plugin.js";

/** @type {typeof import("./index.js")} */
export const published = implementation;
/** @type {typeof import("./react.js")} */
export const publishedForReact = react;
/** @type {typeof import("./vue.js")} */
export const publishedForVue = vue;
/** @type {typeof import("./socket-plugin.js")} */
export const publishedForSockets = socket;
/** @type {typeof import("./assistant.js")} */
export const publishedForAssistants = assistant;
/** @type {typeof import("./bridge.js")} */
export const publishedNames = bridge;
/** @type {typeof import("./web-plugin.js")} */
export const publishedPlugin = plugin;

/**
 * The types refuse a call that the bridge of an app does not have.
 * @param {import("./index.js").NativeBridge} bridge
 */
export function refused(bridge) {
  // @ts-expect-error no method has this name
  void bridge.call("fly", {});
  // @ts-expect-error a truth is wanted
  void bridge.call("setMute", { muted: "yes" });
  // @ts-expect-error the destination is missing
  void bridge.call("call", {});
  // @ts-expect-error no event has this name
  bridge.on("callFlown", () => {});
  // @ts-expect-error the event brings no such value
  bridge.on("callEnded", ({ seconds }) => void seconds);
  bridge.on("callEnded", (/** @type {{ duration: number }} */ { duration }) => void duration);
}

/**
 * A plugin that the app registers is a bridge.
 * @param {<Plugin>(name: string) => Plugin} registerPlugin
 */
export const registered = (registerPlugin) => implementation.capacitorBridge(registerPlugin("TelnyxVoip"));
