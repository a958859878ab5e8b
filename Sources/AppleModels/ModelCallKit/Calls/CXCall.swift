public import Foundation

/// A call as an observer sees it, of whatever app.
///
/// Source: developer.apple.com/documentation/callkit/cxcall.
open class CXCall: NSObject {
    /// The call's name.
    public let uuid: UUID
    /// Whether this phone called.
    public let isOutgoing: Bool
    /// Whether it is held.
    public let isOnHold: Bool
    /// Whether both could talk at some time.
    public let hasConnected: Bool
    /// Whether it is over.
    public let hasEnded: Bool

    init(uuid: UUID, isOutgoing: Bool, isOnHold: Bool, hasConnected: Bool, hasEnded: Bool) {
        self.uuid = uuid
        self.isOutgoing = isOutgoing
        self.isOnHold = isOnHold
        self.hasConnected = hasConnected
        self.hasEnded = hasEnded
    }

    /// Whether the other is the same call in the same state.
    open func isEqual(to call: CXCall) -> Bool {
        uuid == call.uuid && isOutgoing == call.isOutgoing && isOnHold == call.isOnHold
            && hasConnected == call.hasConnected && hasEnded == call.hasEnded
    }
}
