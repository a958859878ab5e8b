// The plugin of an app's native side, for a page in a browser that calls the plugin itself.

import type { BridgePlugin } from "./bridge.js";
import type { WebPhone } from "./index.js";

/**
 * The bridge's methods and events over a page's own phone, for `registerPlugin(name, { web: createWebPlugin(phone) })`.
 * `deviceId`: what `getDeviceId` answers, by default the name of the phone's session. `epoch`: the first part of
 * cursors, another one for each page.
 */
export declare function createWebPlugin(
  phone: WebPhone, settings?: { readonly deviceId?: string; readonly epoch?: number },
): BridgePlugin & { removeAllListeners(): Promise<void> };
