/// How far a call is, as the person sees it.
public enum CallPhase: String, CaseIterable, Hashable, Sendable, Codable {
    /// Inbound: rings.
    case ringing
    /// Inbound: taken, and media does not flow yet.
    case answering
    /// Outbound: wished, not yet allowed by the system or not yet with the exchange.
    case dialing
    /// Outbound: with the exchange.
    case connecting
    case connected
    /// The way to the peer is being repaired.
    case reconnecting
}
