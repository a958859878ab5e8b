/// Why a device that gave the right password was not let in.
public enum AdmissionRefusal: Hashable, Sendable {
    /// The session belongs to another user.
    case sessionInUse
    /// The connection has logged in before, with another session.
    case connectionInUse
    /// A limit of the exchange is reached.
    case limitReached(ExchangeLimit)
}
