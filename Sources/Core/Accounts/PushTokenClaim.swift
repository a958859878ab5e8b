/// What becomes of a push token when a device says that it is its own.
///
/// One token is one app on one phone: whoever registers it last has it, or a phone that changed hands would ring for
/// its former owner. Source: backend ruling 17, unique(token).
public enum PushTokenClaim: Hashable, Sendable {
    case registered
    /// The device had it already; its moment is renewed, so that an older "unregistered" does not count against it.
    case renewed
    /// It was another device's, which has lost it.
    case taken(from: String)

    /// - Parameter owner: the device that has the token; nil when none does.
    public init(by device: String, owner: String?) {
        switch owner {
        case nil: self = .registered
        case device: self = .renewed
        case let other?: self = .taken(from: other)
        }
    }

    /// Whether a provider's word that a token is no more holds against a token registered at a moment.
    ///
    /// APNs names the moment since when the token is known to be invalid: one registered later is a new one that looks
    /// the same. Moments in microseconds since 1970. Source: Apple, "Handling notification responses from APNs", 410.
    public static func isOver(registeredAt: Int64, invalidSince: Int64) -> Bool { registeredAt <= invalidSince }
}
