// The notices of errors: a Lab that cannot be reached, with a count-down, and a command that it refused.

import { button, h, write } from "../phone/dom.js";

/**
 * @param {import("./socket.js").Link} link
 * @param {number} now
 * @param {boolean} [hasSeen] whether the page shows something of the Lab
 * @returns {{ title: string, text: string, canRetry: boolean } | null}
 */
export function noticeOf(link, now, hasSeen = true) {
  if (link.state === "open") return null;
  if (link.state === "foreign") {
    return { title: "The Lab speaks another version.", text: "Load this page again.", canRetry: false };
  }
  if (link.state === "connecting") return { title: "Connecting to the Lab …", text: "", canRetry: false };
  const clock = (/** @type {number} */ at) => new Date(at).toLocaleTimeString("en", { hourCycle: "h23" });
  const since = link.lostAt === null || !hasSeen ? "" : `You see it as it was at ${clock(link.lostAt)}.`;
  const seconds = link.retryAt === null ? 0 : Math.max(0, Math.ceil((link.retryAt - now) / 1_000));
  const next = link.retryAt === null ? "Trying now …" : `Next try in ${seconds} s.`;
  return { title: "The Lab is not reached.", text: `${since} ${next}`.trim(), canRetry: link.retryAt !== null };
}

export class LostLine {
  /** @param {HTMLElement} place @param {() => void} retry */
  constructor(place, retry) {
    this.place = place;
    this.title = h("b");
    // The count-down is not announced, because it would be read out every second.
    this.text = h("span", { attributes: { "aria-live": "off" } });
    this.retry = button("button", null, retry, "Try now");
    place.append(h("p", {}, this.title, " ", this.text), this.retry);
  }

  /**
   * @param {import("./socket.js").Link} link
   * @param {number} now
   * @param {boolean} isEarly whether the first connection is so recent that a notice would be too early
   * @param {boolean} hasSeen whether the page shows something of the Lab
   */
  draw(link, now, isEarly, hasSeen) {
    const notice = isEarly && link.state === "connecting" ? null : noticeOf(link, now, hasSeen);
    this.place.hidden = notice === null;
    if (!notice) return;
    write(this.title, notice.title);
    write(this.text, notice.text);
    this.retry.hidden = !notice.canRetry;
  }
}

export class Toast {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} place @param {(text: string) => void} say */
  constructor(place, say) {
    this.place = place;
    this.say = say;
  }

  /** @param {string} text */
  show(text) {
    this.place.textContent = text;
    this.place.hidden = false;
    this.say(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.place.hidden = true; }, 6_000);
  }
}
