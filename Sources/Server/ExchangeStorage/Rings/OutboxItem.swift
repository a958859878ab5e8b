public import CallModel
internal import GRDB
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

/// What kind of thing waits to be sent: each has a budget of its own, so that none holds up another.
public enum OutboxKind: Int64, Hashable, Sendable, CaseIterable {
    /// A command to the carrier that is no dial.
    case command = 0
    /// A dial: an account may make so many in a while.
    case dial = 1
    /// A push to a device: may wait for its service until the call has stopped ringing.
    case push = 2
}

extension OutboxItem.Body {
    /// What of a session must go out in order: everything about one leg, and what one device is told.
    func lane(of session: CallSessionID) -> String {
        switch self {
        case .push(_, let device, _): "\(session) \(device.rawValue)"
        case .command(let command, _): command.leg.map { "\($0)" } ?? "\(session)"
        }
    }
}

extension CarrierCommand {
    /// The rung leg it is about; nil where it is about the caller's.
    var leg: LegID? {
        switch self {
        case .dial(let leg, _), .barge(let leg, _), .confirm(let leg), .hangUp(.leg(let leg), _), .look(.leg(let leg)):
            leg
        // Who is joined to whom is decided in the order in which it is ordered.
        case .answer, .bridge, .rebridge, .consult, .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback,
            .recordMessage, .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            nil
        }
    }
}

/// How much of what ring sessions decided is still to be sent.
///
/// Isolation: any thread; the call blocks until it is done.
public protocol OutboxWatch: Sendable {
    /// - Returns: commands and pushes whose result is not known, by kind; of each kind that there is, how many, and when the
    ///   oldest was decided.
    func outbox() throws(StorageError) -> [(kind: OutboxKind, count: Int, oldest: Duration)]
}

extension ExchangeDatabase: OutboxWatch {
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
