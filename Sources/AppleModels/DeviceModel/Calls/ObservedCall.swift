/// A call as `CXCallObserver` shows it.
public struct ObservedCall: Hashable, Sendable {
    public var id: SystemCallID
    public var isOutgoing: Bool
    public var isOnHold: Bool
    public var hasConnected: Bool
    public var hasEnded: Bool

    /// Describes a call.
    public init(id: SystemCallID, isOutgoing: Bool, isOnHold: Bool, hasConnected: Bool, hasEnded: Bool) {
        self.id = id
        self.isOutgoing = isOutgoing
        self.isOnHold = isOnHold
        self.hasConnected = hasConnected
        self.hasEnded = hasEnded
    }
}
