// How an assistant's owner wants its widget to look, as the exchange tells it.

import { isObject } from "../verto/wire.js";

/** @typedef {import("../types/assistant.js").WidgetSettings} WidgetSettings */

/** @type {WidgetSettings} */
const defaults = Object.freeze({
  theme: "dark", language: null, autoStart: false, showTranscript: true, agentThinkingText: "",
  defaultState: "collapsed", position: "fixed",
  speakToInterruptText: "", startCallText: "", giveFeedbackUrl: null, logoIconUrl: null,
  reportIssueUrl: null, viewHistoryUrl: null, visualizer: null,
});

/** @param {string} name such as `autoStart`, which is `auto_start` on the wire */
const wireName = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {unknown} given @param {string} name @param {unknown} usual */
function valueOf(given, name, usual) {
  if (name.endsWith("Url")) return typeof given === "string" && given.startsWith("https://") ? given : usual;
  if (usual === null) return typeof given === "string" ? given.slice(0, 256) : null;
  return typeof given !== typeof usual ? usual : typeof given === "string" ? given.slice(0, 256) : given;
}

/**
 * The settings in a message; null if it has none.
 * @param {Readonly<Record<string, any>>} params
 * @returns {WidgetSettings | null}
 */
export function widgetOf(params) {
  const given = [
    params.widget_settings, params.ui_config, params.assistant_config?.widget,
    params.type === "widget_settings" ? params : null,
  ].find(isObject);
  if (!given) return null;
  const { color, preset } = Object(given.audio_visualizer_config);
  const visualizer = color || preset
    ? Object.freeze({ color: valueOf(color, "", "verdant"), preset: valueOf(preset, "", "roundBars") }) : null;
  const names = Object.entries(defaults).filter(([name]) => name !== "visualizer");
  const read = names.map(([name, usual]) => [name, valueOf(given[wireName(name)], name, usual)]);
  return Object.freeze(/** @type {WidgetSettings} */ ({ ...Object.fromEntries(read), visualizer }));
}
