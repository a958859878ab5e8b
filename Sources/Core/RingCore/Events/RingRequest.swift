/// What an operator or another part of the exchange asks of a session. It names the version it has seen, and is refused
/// when there is a newer one: what it meant may no longer be so.
public enum RingRequest: Hashable, Sendable, Codable {
    /// The call shall ring somebody else instead.
    case transfer(to: PlannedDevice)
    /// The call shall end.
    case end
}
