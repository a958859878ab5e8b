// The names of the native bridge: of the requests of a page, and of its events. Made from `BridgeMethod` and
// `BridgeEvent` of the Swift module PhoneCore by `make generated`; do not edit.

/** @type {readonly import("../types/bridge.js").BridgeMethod[]} */
export const bridgeMethods = Object.freeze([
  "connect", "disconnect", "reconnect", "call", "answer", "hangup", "decline", "setMute", "toggleMute", "setHold",
  "toggleHold", "setSpeaker", "toggleSpeaker", "sendDTMF", "getDeviceId", "getFcmToken", "getFcmTokenWithWait",
  "getNetworkStatus", "getConnectionState", "getPendingIncomingCall", "requestVoipPermissions", "getSnapshot",
  "getEvents", "getAudioRoutes", "setAudioRoute", "transfer", "getCallerIds", "switchOrganization", "readNotice",
  "clearNotices", "signInWithApple", "signOut",
]);

/** @type {readonly import("../types/bridge.js").BridgeEventName[]} */
export const bridgeEvents = Object.freeze([
  "connecting", "connected", "disconnected", "reconnecting", "clientReady", "connectionFailed",
  "networkStatusChanged", "networkTransition", "networkTimeout", "incomingCall", "callStarted", "callRinging",
  "callConnecting", "callAnswered", "callUpdated", "callReconnecting", "callEnded", "callsElsewhereChanged",
  "callFailed", "callDurationUpdated", "callQualityUpdated", "dtmfSent", "transferFailed", "muteStateChanged",
  "holdStateChanged", "speakerStateChanged", "audioRouteChanged", "audioRoutesChanged", "missedCall",
  "missedCallSettled", "callDropped", "unreadCountChanged", "crossOrgSwitchStarted", "crossOrgSwitchCompleted",
  "crossOrgSwitchFailed", "voipTokenChanged", "signedIn", "signInFailed", "signedOut", "error",
]);
