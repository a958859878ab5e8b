public import CallModel
internal import GRDB
public import RingCore

/// A message that the exchange has decided to send, and whose result is unknown.
public struct OutboxItem: Hashable, Sendable {
    /// The message to send.
    public enum Body: Hashable, Sendable, Codable {
        case command(CarrierCommand, RingCommandID)
        /// `round`: the device's; nil: the first. Optional because rows of earlier versions lack it.
        case push(RingPush, DeviceID, round: RingRound? = nil)
    }

    /// The place of the item in the order of decisions.
    public let position: Int64
    /// The session that decided it.
    public let session: CallSessionID
    /// The message and its addressee.
    public let body: Body
    /// How often it was leased before. If that is more than zero, it may have been sent already.
    public let attempts: Int
    /// When it was first leased, since 1970; nil: never.
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

/// The kind of an outbox item. Each kind has a budget of its own, so that none holds up another.
public enum OutboxKind: Int64, Hashable, Sendable, CaseIterable {
    /// A command to the carrier other than a dial.
    case command = 0
    /// A dial, which the account's limit applies to.
    case dial = 1
    /// A push to a device, which may wait for its service until the call has stopped ringing.
    case push = 2
}

extension OutboxItem.Body {
    /// The lane whose items go out in order: the commands for one leg, or the pushes to one device.
    func lane(of session: CallSessionID) -> String {
        switch self {
        case .push(_, let device, _): "\(session) \(device.rawValue)"
        case .command(let command, _): command.leg.map { "\($0)" } ?? "\(session)"
        }
    }
}

extension CarrierCommand {
    /// The device's leg that the command is about; nil for the caller's.
    var leg: LegID? {
        switch self {
        case .dial(let leg, _), .barge(let leg, _), .confirm(let leg), .hangUp(.leg(let leg), _), .look(.leg(let leg)):
            leg
        // Joins go out in the order in which they were decided.
        case .answer, .bridge, .rebridge, .consult, .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback,
            .recordMessage, .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            nil
        }
    }
}

/// The size of the outbox.
///
/// Isolation: any thread; the call blocks until it is done.
public protocol OutboxStatistics: Sendable {
    /// - Returns: for each kind with unsettled commands or pushes, how many there are and when the oldest was decided.
    func outbox() throws(StorageError) -> [(kind: OutboxKind, count: Int, oldest: Duration)]
}

extension ExchangeDatabase: OutboxStatistics {
    public func outbox() throws(StorageError) -> [(kind: OutboxKind, count: Int, oldest: Duration)] {
        try reading { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: "SELECT kind, count(*) AS count, min(queued_at) AS oldest FROM ring_outbox GROUP BY kind")
            ).compactMap { row in
                let kind: Int64 = row["kind"]
                let oldest: Int64 = row["oldest"]
                return OutboxKind(rawValue: kind).map { ($0, row["count"], .microseconds(oldest)) }
            }
        }
    }
}
