// The transcript of a conversation with an assistant, from the messages of the exchange.

import { isObject, text as bounded } from "../verto/wire.js";

/** @typedef {import("../types/assistant.js").Line} Line */

const linesMax = 512;
const textMax = 65_536;

export class Transcript {
  /** @type {readonly Line[]} */
  items = Object.freeze([]);

  /**
   * Whether a message changed something.
   * @param {Readonly<Record<string, any>>} params
   */
  take(params) {
    switch (params.type) {
      case "response.text.delta": return this.#append(params);
      case "conversation.item.created": return isObject(params.item) && this.#created(params.item);
      case "refused": return this.#refused(params.id);
      default: return false;
    }
  }

  /** @param {Line} line a new one, or a later form of the one with its id */
  put(line) {
    const images = Object.freeze([...line.images]);
    const fresh = Object.freeze({ ...line, text: line.text.slice(0, textMax), images });
    const isKnown = this.items.some(({ id }) => id === line.id);
    // The assistant does not say when a line of its own is complete: it is when another one begins.
    const others = isKnown ? this.items : this.items.map((one) =>
      one.isFinal || one.role !== "assistant" ? one : Object.freeze({ ...one, isFinal: true }));
    const items = isKnown ? others.map((one) => one.id === line.id ? fresh : one) : [...others, fresh];
    this.items = Object.freeze(items.slice(-linesMax));
  }

  /** @param {unknown} id */
  #refused(id) {
    const known = this.items.find((one) => one.id === id);
    if (known) this.put({ ...known, isRefused: true });
    return known !== undefined;
  }

  /** @param {Readonly<Record<string, any>>} params */
  #append({ delta, item_id }) {
    const id = bounded(item_id, 128);
    if (id === null || typeof delta !== "string" || delta === "") return false;
    const known = this.items.find((one) => one.id === id);
    if (known && known.role !== "assistant") return false;
    const text = (known?.text ?? "") + delta;
    this.put({ id, role: "assistant", text, isFinal: false, isRefused: false, images: known?.images ?? [] });
    return true;
  }

  /** @param {Record<string, any>} item */
  #created({ id, role, status, content }) {
    const name = bounded(id, 128);
    if (name === null || (role !== "user" && role !== "assistant")) return false;
    const parts = typeof content === "string" ? [{ text: content }] : Array.isArray(content) ? content : [content];
    const told = parts.filter(isObject);
    const words = told.map((part) => part.text ?? part.transcript).filter((said) => typeof said === "string").join("");
    const images = told.map((part) => part.image_url?.url ?? part.image_url)
      .filter((url) => typeof url === "string" && /^(data:image\/|https:\/\/)/.test(url));
    if (words === "" && images.length === 0) return false;
    this.put({ id: name, role, text: words, isFinal: status !== "in_progress", isRefused: false, images });
    return true;
  }
}
