/// How a connection stands.
public enum ConnectionPhase: Hashable, Sendable {
    /// Not connected: nothing needs it, or there is no network.
    /// Leaves to: `connecting` (a need, a network).
    case offline
    /// The first way to the exchange. At most as long as the client takes for it.
    /// Leaves to: `ready`, `waiting` (failed), `refused`, `offline` (not needed).
    case connecting
    /// Registered.
    /// Leaves to: `reconnecting`, `waiting` (given up by the client), `offline` (not needed).
    case ready
    /// Lost, and being made again by the client; its calls are kept.
    /// Leaves to: `ready`, `waiting`, `offline`.
    case reconnecting
    /// The next attempt comes with the retry timer.
    /// Leaves to: `connecting` (timer, network), `resting`, `offline` (not needed, no network).
    case waiting
    /// Too many attempts in a row: the next one comes with the retry timer, but late.
    /// Leaves to: `connecting` (timer, network, a new need, wake), `offline` (not needed, no network).
    case resting
    /// The credentials are refused or missing: no use in trying before they change.
    /// Leaves to: `connecting` (new credentials), `offline` (not needed).
    case refused

    /// Whether the retry timer runs.
    var awaitsRetry: Bool { self == .waiting || self == .resting }

    /// Whether the client is connected or busy with it.
    var isUnderWay: Bool {
        switch self {
        case .connecting, .ready, .reconnecting: true
        case .offline, .waiting, .resting, .refused: false
        }
    }
}
