public import CallModel

/// A record that is kept permanently, once each.
public enum RingRecord: Hashable, Sendable, Codable {
    /// The result of the call for one device.
    case device(DeviceID, of: UserID, DeviceReason)
    /// A missed call, for these users; never empty.
    case missedCall([UserID], RingOutcome)
    /// A message and its recipients. A nil length is unknown.
    case message(RecordingID, length: Duration?, for: MessageRecipients)
    /// A recorded conversation. A nil length is unknown.
    case conversation(RecordingID, length: Duration?)
    /// A recording that no user may hear, with the reason. It is deleted at the carrier.
    case discarded(RecordingID, because: DiscardReason)
    /// A step in the recording of the conversation, for the audit.
    case recording(RecordingStep)
    /// The call as a whole.
    case call(CallRecord)
}

/// A call as a whole, for history and bills. Times count from the origin of the store's clock.
public struct CallRecord: Hashable, Sendable, Codable {
    /// The session.
    public var session: CallSessionID
    /// The organization.
    public var organization: OrganizationID
    /// The result of the call.
    public var outcome: RingOutcome
    /// The device that had the call.
    public var winner: DeviceID?
    /// When it came in.
    public var openedAt: Duration
    /// When the caller and the winner were joined.
    public var bridgedAt: Duration?
    /// When it ended.
    public var endedAt: Duration

    /// Describes a call.
    public init(
        session: CallSessionID, organization: OrganizationID, outcome: RingOutcome, winner: DeviceID?,
        openedAt: Duration, bridgedAt: Duration?, endedAt: Duration
    ) {
        self.session = session
        self.organization = organization
        self.outcome = outcome
        self.winner = winner
        self.openedAt = openedAt
        self.bridgedAt = bridgedAt
        self.endedAt = endedAt
    }

    /// How long the two parties talked.
    public var talkTime: Duration { bridgedAt.map { endedAt - $0 } ?? .zero }
}

/// The id that a carrier gave to one recording. Opaque, so it may be logged.
public struct RecordingID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier. The parser that reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The identifier itself.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: RecordingID, right: RecordingID) -> Bool { left.rawValue < right.rawValue }
}

/// The content of a recording. It travels with the recording, because the recording may arrive after the call.
public enum RecordingKind: String, Hashable, Sendable, Codable {
    /// A message for a user who did not answer.
    case message
    /// A conversation.
    case conversation
}

/// The disposition of a recording that a carrier saved: its listeners, or the reason for its deletion.
public enum RecordingDisposition: Hashable, Sendable {
    /// It is in mailboxes.
    case message(MessageRecipients)
    /// It is a conversation that authorized listeners may hear.
    case conversation
    /// It is deleted at the carrier after a grace period, for the given reason.
    case discarded(DiscardReason)
}

/// The recipients of a message. Every message has a mailbox: one that no user may hear goes to the exchange's own
/// mailbox and raises an alarm.
public enum MessageRecipients: Hashable, Sendable {
    /// These users, at least one.
    case users(first: UserID, others: [UserID])
    /// No user has the number any more.
    case exchange

    /// An empty list stands for the exchange itself.
    public init(_ users: [UserID]) {
        guard let first = users.first else {
            self = .exchange
            return
        }
        self = .users(first: first, others: Array(users.dropFirst()))
    }

    /// The recipients, each once; empty when the exchange keeps the message itself.
    public var users: [UserID] {
        switch self {
        case .users(let first, let others): [first] + others
        case .exchange: []
        }
    }
}

/// Stored as a plain list of users.
extension MessageRecipients: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([UserID].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(users)
    }
}

/// Why no user hears a recording. The words are stored, so they never change.
public enum DiscardReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is shorter than ``RingLimits/messageTimeMin``.
    case nothingSaid
    /// A device took the call after the caller had begun to speak, and the two talked.
    case callTaken
    /// It is a conversation that was not to be recorded, or that lacks consent.
    case notConsented
    /// It was recorded for a conversation that never took place.
    case noConversation
    /// It was discarded by a version that gave no reason.
    case unknown
}

/// One step in the recording of a conversation, as the exchange decided it. The command to the carrier is stored in the
/// same transaction.
public enum RecordingStep: String, Hashable, Sendable, Codable, CaseIterable {
    /// The announcement to both parties began.
    case announcing
    /// Both parties heard the announcement.
    case announced
    /// The announcement failed, so nothing is recorded.
    case unannounced
    /// The recording began.
    case begun
    /// It pauses because a party holds.
    case pausedForHold
    /// It pauses because the winner consults another device.
    case pausedForConsultation
    /// It pauses because the caller is parked.
    case pausedForParking
    /// It pauses because the caller talks to no device, for another reason.
    case paused
    /// It resumes.
    case resumed
    /// The carrier did not obey: the recording was ended or never began.
    case failed
}
