/// What an operator or another part of the exchange asks of a session. It names the version it has seen, and is refused
/// when there is a newer one: what it meant may no longer be so.
public enum RingRequest: Hashable, Sendable, Codable {
    /// The call shall ring somebody else instead; while it rings.
    case transfer(to: PlannedDevice)
    /// The winner wants to talk to somebody before handing the caller over. The caller goes on talking to them until that
    /// device answers, and waits from then on.
    case consult(PlannedDevice)
    /// Caller and consulted device are joined, and the winner is out of it.
    case completeTransfer
    /// The winner takes the caller back, and the consulted device is out of it.
    case cancelTransfer
    /// The winner goes, and the caller waits to be taken up.
    case park
    /// Somebody takes up a parked caller.
    case unpark(PlannedDevice)
    /// Somebody joins the conversation, heard by both.
    case barge(PlannedDevice)
    /// The call shall end.
    case end

    /// The device it brings in.
    public var target: PlannedDevice? {
        switch self {
        case .transfer(let target), .consult(let target), .unpark(let target), .barge(let target): target
        case .completeTransfer, .cancelTransfer, .park, .end: nil
        }
    }
}
