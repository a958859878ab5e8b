public import CallModel

/// Names one description the exchange asked a device to answer in the middle of a call.
public struct OfferID: Hashable, Sendable {
    /// The call it belongs to.
    public let session: CallSessionID
    /// Which one of that call, counted from 1.
    public let number: UInt32

    /// Names one offer of a call.
    public init(session: CallSessionID, number: UInt32) {
        self.session = session
        self.number = number
    }
}
