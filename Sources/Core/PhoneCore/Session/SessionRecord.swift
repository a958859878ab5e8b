public import PushPayload

/// What outlives the process of the person's session with the exchange. The token itself is in the keychain.
public struct SessionRecord: Hashable, Sendable, Codable {
    /// How it stands.
    public enum Standing: Hashable, Sendable, Codable {
        /// Nobody is signed in.
        case none
        /// The exchange said it holds until then, by the exchange's clock.
        case signedIn(until: WallTime)
        /// It is over; what is on the device stays until that can be removed without harm.
        case ending(SessionEndCause)
    }

    public internal(set) var standing = Standing.none

    public init() {}
}
