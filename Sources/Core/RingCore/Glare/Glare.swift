public import CallModel

/// Decides what becomes of two calls that meet: A calls B while B calls A.
///
/// Both exchanges, or both events, come to the same decision without speaking to each other.
public struct Glare: Hashable, Sendable {
    /// One of the two calls.
    public struct Side: Hashable, Sendable {
        /// The call.
        public var session: CallSessionID
        /// Who calls.
        public var caller: UserID
        /// Who is called.
        public var callee: UserID
        /// When it came in, since the origin of the store's clock.
        public var openedAt: Duration

        /// Describes one call.
        public init(session: CallSessionID, caller: UserID, callee: UserID, openedAt: Duration) {
            self.session = session
            self.caller = caller
            self.callee = callee
            self.openedAt = openedAt
        }
    }

    /// The call that goes on.
    public let survivor: CallSessionID
    /// The call that ends, its caller joined to the other's.
    public let merged: CallSessionID

    /// Nil if the two do not meet: other people, or one call twice.
    public init?(_ one: Side, _ other: Side) {
        guard one.session != other.session, one.caller == other.callee, other.caller == one.callee,
            one.caller != one.callee
        else { return nil }
        let isFirst = (one.caller, one.openedAt, one.session) < (other.caller, other.openedAt, other.session)
        survivor = isFirst ? one.session : other.session
        merged = isFirst ? other.session : one.session
    }
}
