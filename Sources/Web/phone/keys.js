// The keyboard: digits go to the keypad or the call, letters with Alt act on calls. No single key acts in a field, and
// Escape never ends a call.

import { arrange } from "./focus.js";

const fields = new Set(["INPUT", "TEXTAREA", "SELECT"]);

/**
 * @param {import("./app.js").App} app
 * @param {{ keypad: import("./keypad.js").Keypad, talk: import("./talk.js").Talk, close: () => void,
 *   isDialing: () => boolean }} screen
 * @returns {() => void} what stops listening
 */
export function listenToKeys(app, screen) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.altKey ? withAlt(app, event.code) : plain(app, screen, event)) event.preventDefault();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/**
 * By the key's place, since with Alt a layout may write another letter.
 * @param {import("./app.js").App} app @param {string} code
 */
function withAlt(app, code) {
  const { current, incoming } = arrange(app.state.phone.calls);
  const [first] = incoming;
  if (code === "KeyA" && first) return act(app.answer(first));
  if (code === "KeyD" && first) return act(app.decline(first));
  if (code === "KeyE" && current) return act(app.hangUp(current));
  return false;
}

/**
 * @param {import("./app.js").App} app
 * @param {Parameters<typeof listenToKeys>[1]} screen
 * @param {KeyboardEvent} event
 */
function plain(app, screen, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  // An open dialog closes itself, and has the keyboard alone.
  if (document.querySelector("dialog[open]")) return false;
  if (event.key === "Escape") {
    screen.close();
    return true;
  }
  if (fields.has(target.tagName)) return false;
  const { current } = arrange(app.state.phone.calls);
  if (!current || screen.isDialing()) {
    // No digit of a call is a plus: it begins a number.
    if (!/^[0-9*#+]$/.test(event.key)) return false;
    screen.keypad.type(event.key);
    return true;
  }
  if (/^[0-9*#]$/.test(event.key)) {
    screen.talk.press(event.key);
    return true;
  }
  if (event.key.toLowerCase() === "m") return act(app.toggleMute(current));
  if (event.key.toLowerCase() === "h") return act(app.toggleHold(current));
  return false;
}

/** @param {Promise<void>} action */
function act(action) {
  void action;
  return true;
}
