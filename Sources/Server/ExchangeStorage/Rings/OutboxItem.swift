public import CallModel
public import RingCore

/// Something the exchange has decided to send, and whose outcome it has not heard.
public struct OutboxItem: Hashable, Sendable {
    /// What is to be sent.
    public enum Body: Hashable, Sendable, Codable {
        case command(CarrierCommand, RingCommandID)
        /// `round`: of the device; nil: the first. Optional, so that what was stored before can be read.
        case push(RingPush, DeviceID, round: RingRound? = nil)
    }

    /// Its place in the order of everything that was decided.
    public let position: Int64
    /// Which session decided it.
    public let session: CallSessionID
    public let body: Body
    /// How often it was taken before. More than none: it may have been sent already.
    public let attempts: Int
    /// When it was taken first, since 1970; nil: it never was.
    public let firstTakenAt: Duration?
}

extension OutboxItem.Body {
    var kind: OutboxKind {
        switch self {
        case .command(.dial, _), .command(.barge, _): .dial
        case .command: .command
        case .push: .push
        }
    }
}
