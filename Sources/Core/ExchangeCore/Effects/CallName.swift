public import CallModel

/// A call as one device knows it: its own name for it, and the names under which the exchange keeps it.
public struct CallName: Hashable, Sendable {
    /// The name on this device's wire.
    public let callID: CallID
    /// The call itself, the same on every device.
    public let session: CallSessionID
    /// This device's leg.
    public let leg: LegID

    /// Names a call.
    public init(callID: CallID, session: CallSessionID, leg: LegID) {
        self.callID = callID
        self.session = session
        self.leg = leg
    }
}
