/// The socket between the phone and the exchange.
enum SignalingLink: Hashable, Sendable {
    case offline
    /// The phone has asked for it.
    case connecting
    case ready
    /// It broke, and the phone's client is making it again.
    case broken
}
