// The plugin of a phone that runs elsewhere, for tests of a page and for the Phone Lab.

import type { BridgePlugin } from "./bridge.js";

export interface SocketPlugin {
  /** The same object that Capacitor's `registerPlugin` returns in an app. */
  readonly plugin: BridgePlugin & { removeAllListeners(): Promise<void> };
  /** Resolves with the reason when the page is over: the app's process ended, or the socket is closed. */
  readonly ended: Promise<string>;
  close(): void;
}

/** Opens a socket to a phone. Calls and listeners wait for it; when it is over, calls are rejected. */
export declare function openSocketPlugin(
  url: string, settings?: { readonly openSocket?: (url: string) => WebSocket },
): SocketPlugin;
