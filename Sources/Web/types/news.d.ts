// The events of the exchange, as an app hears them.

import type { Readable } from "./index.js";

/** An event on a channel of the exchange. */
export interface NewsEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: any;
  /** Grows by one in each channel and never repeats; null from servers without versions. */
  readonly version: number | null;
  /** Whether the event was missed, and is sent again. */
  readonly isReplay: boolean;
}

export interface ChannelView {
  readonly state: "waiting" | "listening" | "refused";
  readonly version: number;
  /** The members of a presence channel. */
  readonly members: readonly { readonly id: string; readonly info: any }[];
}

export interface NewsSnapshot {
  readonly state: "offline" | "connecting" | "connected" | "waiting";
  readonly channels: Readonly<Record<string, ChannelView>>;
}

export interface NewsSettings {
  /** `wss://…/app/{key}`. */
  readonly url: string;
  /** Signs a subscription to a private channel. */
  readonly authorize: (channel: string, socketId: string) => Promise<{ auth: string; channel_data?: string }>;
  readonly onEvent: (event: NewsEvent) => void;
}

/** The events of the exchange, over Pusher's protocol. */
export interface News extends Readable<NewsSnapshot> {
  /** Listens to a channel. With `since`, a known version, the events after it are sent again. */
  listen(channel: string, since?: number): void;
  leave(channel: string): void;
  connect(): void;
  close(): void;
}

export declare function createNews(settings: NewsSettings): News;
