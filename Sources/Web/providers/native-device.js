// The device and its person, as an app's native side describes them beside the calls.

/** @typedef {import("../types/bridge.js").BridgeTold} BridgeTold */
/** @typedef {import("../types/index.js").NativeDevice} NativeDevice */

/** The most outputs, or calls of other devices, that are kept. */
const listMax = 32;

/**
 * @template Item
 * @param {readonly Item[] | undefined} list
 */
const listOf = (list) => Object.freeze((list ?? []).slice(0, listMax).map((item) => Object.freeze({ ...item })));
/** @param {import("../types/bridge.js").NetworkState | undefined} network */
const networkOf = (network) =>
  Object.freeze({ status: network?.status ?? "disconnected", type: network?.type ?? "none" });

/** @param {import("../types/bridge.js").BridgeAnswer<"getSnapshot">} snapshot @returns {NativeDevice} */
export const deviceOf = (snapshot) => Object.freeze({
  isSignedIn: snapshot.signedIn === true, organization: snapshot.organizationId ?? null,
  network: networkOf(snapshot.network), isSpeakerOn: snapshot.speaker === true, route: snapshot.route ?? "unknown",
  routes: listOf(snapshot.routes), callsElsewhere: listOf(snapshot.callsElsewhere),
  unread: snapshot.notices?.length ?? 0,
});

/**
 * The device after an event; the same value if the event says nothing of it.
 * @param {NativeDevice} device
 * @param {BridgeTold} told
 */
export function deviceAfter(device, told) {
  const change = changeOf(told);
  return change ? Object.freeze({ ...device, ...change }) : device;
}

/** @param {BridgeTold} told @returns {Partial<NativeDevice> | null} */
function changeOf({ name, data }) {
  switch (name) {
    case "signedIn": return { isSignedIn: true };
    case "signedOut": return { isSignedIn: false, organization: null };
    case "crossOrgSwitchCompleted": return { organization: data.organizationId };
    case "networkStatusChanged": return { network: networkOf(data) };
    case "speakerStateChanged": return { isSpeakerOn: data.enabled };
    case "audioRouteChanged": return { route: data.route };
    case "audioRoutesChanged": return { routes: listOf(data.routes) };
    case "callsElsewhereChanged": return { callsElsewhere: listOf(data.calls) };
    case "unreadCountChanged": return { unread: data.count };
    default: return null;
  }
}
