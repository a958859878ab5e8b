// A conversation with an assistant at Telnyx, beside the sound of the call: its transcript, and texts and images of the
// person's. For a phone that logged in with the assistant's id.

import { Store } from "../store/store.js";
import { Transcript } from "./transcript.js";
import { widgetOf } from "./widget.js";

/** @typedef {import("../types/assistant.js").AssistantSnapshot} AssistantSnapshot */

/** The most that one message may have, as base64 counts. */
const messageMax = 1_000_000;
const imagesMax = 8;

/** @typedef {import("../types/assistant.js").Assistant} Assistant */

/** @implements {Assistant} */
class Conversation {
  /** @type {Store<AssistantSnapshot>} */
  #store = new Store(/** @type {AssistantSnapshot} */ (Object.freeze({ transcript: Object.freeze([]), widget: null })));
  #transcript = new Transcript();
  #phone;
  #leave;

  /** @param {Pick<import("../types/index.js").WebPhone, "converse" | "onConversation">} phone */
  constructor(phone) {
    this.#phone = phone;
    this.#leave = phone.onConversation((params) => this.#heard(params));
  }

  subscribe = (/** @type {() => void} */ listener) => this.#store.subscribe(listener);
  getSnapshot = () => this.#store.getSnapshot();

  /** @param {string} text @param {import("../types/assistant.js").MessageOptions} options */
  async send(text, { images = [] } = {}) {
    const id = crypto.randomUUID();
    if (!text && images.length === 0) throw new RangeError("a message has a text or an image");
    if (images.length > imagesMax) throw new RangeError(`a message has at most ${imagesMax} images`);
    if (!images.every((image) => /^(data:image\/|https:\/\/)/.test(image))) {
      throw new TypeError("an image is an address that begins with data:image/ or https://");
    }
    const content = [
      ...text ? [{ type: "input_text", text }] : [],
      ...images.map((url) => ({ type: "image_url", image_url: { url } })),
    ];
    const item = { id, type: "message", role: "user", content };
    if (JSON.stringify(item).length > messageMax) throw new RangeError("a message has at most a million characters");
    await this.#phone.converse(id, { type: "conversation.item.create", previous_item_id: null, item });
    // The assistant may tell of the message as well, under the same id.
    this.#transcript.put({ id, role: "user", text, isFinal: true, isRefused: false, images });
    this.#show();
  }

  forget() {
    this.#transcript = new Transcript();
    this.#show();
  }

  close() { this.#leave(); }

  /** @param {Readonly<Record<string, any>>} params */
  #heard(params) {
    const widget = widgetOf(params);
    if (widget) this.#store.set(Object.freeze({ ...this.getSnapshot(), widget }));
    if (this.#transcript.take(params)) this.#show();
  }

  #show() {
    this.#store.set(Object.freeze({ ...this.getSnapshot(), transcript: this.#transcript.items }));
  }
}

/**
 * @param {Pick<import("../types/index.js").WebPhone, "converse" | "onConversation">} phone
 * @returns {Assistant}
 */
export const createAssistant = (phone) => new Conversation(phone);
