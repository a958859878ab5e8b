/**
 * The waits of a session, in milliseconds, and the number of its attempts. Swift's `VertoClientTiming` has the sources.
 */
export const defaultTiming = Object.freeze({
  connect: 10_000, request: 10_000, bye: 5_000, ready: 10_000, gatewayInterval: 3_000, gatewayWaits: 3,
  keepAlive: 35_000, keepAliveInCall: 5_000, pingInCall: 4_000, iceServersRetry: 60_000,
  proof: 30_000,
  reconnectFirst: 500, reconnectMax: 16_000, reconnects: 20,
});

/** @typedef {Partial<typeof defaultTiming>} Timing */
