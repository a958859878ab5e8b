// A conversation with an assistant at Telnyx, beside the sound of a call.

import type { Readable, WebPhone } from "./index.js";

/** One line of the conversation. */
export interface Line {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Whether more of it may come. */
  readonly isFinal: boolean;
  /** Whether the exchange did not take it: the assistant does not know of it. */
  readonly isRefused: boolean;
  /** Addresses that begin with `data:image/` or `https://`. */
  readonly images: readonly string[];
}

/** How the assistant's owner wants its widget to look. A page is free to follow it. */
export interface WidgetSettings {
  readonly theme: string;
  readonly language: string | null;
  readonly autoStart: boolean;
  readonly showTranscript: boolean;
  readonly agentThinkingText: string;
  readonly defaultState: string;
  readonly position: string;
  readonly speakToInterruptText: string;
  readonly startCallText: string;
  readonly giveFeedbackUrl: string | null;
  readonly logoIconUrl: string | null;
  readonly reportIssueUrl: string | null;
  readonly viewHistoryUrl: string | null;
  readonly visualizer: { readonly color: string; readonly preset: string } | null;
}

export interface AssistantSnapshot {
  /** At most the 512 latest lines, the oldest first. */
  readonly transcript: readonly Line[];
  /** Null until the exchange has told them. */
  readonly widget: WidgetSettings | null;
}

export interface MessageOptions {
  /** Addresses that begin with `data:image/` or `https://`, eight at most. */
  readonly images?: readonly string[];
}

export interface Assistant extends Readable<AssistantSnapshot> {
  /** Says something in writing. Rejects without an active call, and for more than a million characters. */
  send(text: string, options?: MessageOptions): Promise<void>;
  /** Empties the transcript. */
  forget(): void;
  close(): void;
}

export declare function createAssistant(phone: Pick<WebPhone, "converse" | "onConversation">): Assistant;
