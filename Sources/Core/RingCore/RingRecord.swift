public import CallModel

/// Something to be kept for good, once each.
public enum RingRecord: Hashable, Sendable, Codable {
    /// What the call came to for one device.
    case device(DeviceID, of: UserID, DeviceReason)
    /// A missed call, for these users; never empty.
    case missedCall([UserID], RingOutcome)
    /// A message, and whose it is. Nil: its length is not known.
    case message(RecordingID, length: Duration?, for: MessageRecipients)
    /// A recorded conversation. Nil: its length is not known.
    case conversation(RecordingID, length: Duration?)
    /// A recording that no user is to hear, and why: to be deleted at the carrier.
    case discarded(RecordingID, because: DiscardReason)
    /// What was done about recording the conversation: for those who have to answer for it.
    case recording(RecordingStep)
    /// The call as a whole.
    case call(CallRecord)
}

/// A call as a whole, for history and bills. Times since the origin of the store's clock.
public struct CallRecord: Hashable, Sendable, Codable {
    /// Which session.
    public var session: CallSessionID
    /// Whose.
    public var organization: OrganizationID
    /// What it came to.
    public var outcome: RingOutcome
    /// Who had it.
    public var winner: DeviceID?
    /// When it came in.
    public var openedAt: Duration
    /// When caller and winner were joined.
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

    /// How long they talked.
    public var talkTime: Duration { bridgedAt.map { endedAt - $0 } ?? .zero }
}

/// The name a carrier gave to one recording. Opaque, so it may be logged.
public struct RecordingID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
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

/// What was recorded. It travels with the recording, because its news may come after the call.
public enum RecordingKind: String, Hashable, Sendable, Codable {
    /// A message for somebody who did not answer.
    case message
    /// A conversation.
    case conversation
}

/// What became of a recording that a carrier saved. Every one has a fate: there is none without a listener or a
/// reason.
public enum RecordingFate: Hashable, Sendable {
    /// It is in mailboxes.
    case message(MessageRecipients)
    /// It is a conversation that its listeners may hear.
    case conversation
    /// It is to be deleted at the carrier, after a grace, for that reason.
    case discarded(DiscardReason)
}

/// Whose a message is. None is without a mailbox: what no user may hear, the exchange keeps itself, and alarms.
public enum MessageRecipients: Hashable, Sendable {
    /// Those users, one at least.
    case users(first: UserID, others: [UserID])
    /// No user has the number any more.
    case exchange

    /// Of none, the exchange's own.
    public init(_ users: [UserID]) {
        guard let first = users.first else {
            self = .exchange
            return
        }
        self = .users(first: first, others: Array(users.dropFirst()))
    }

    /// Each once; none where the exchange keeps it itself.
    public var users: [UserID] {
        switch self {
        case .users(let first, let others): [first] + others
        case .exchange: []
        }
    }
}

/// Written as a plain list, as it always was.
extension MessageRecipients: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([UserID].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(users)
    }
}

/// Why a recording is heard by no one. The words are stored, so they never change.
public enum DiscardReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is shorter than ``RingLimits/messageTimeMin``.
    case nothingSaid
    /// A device took the call after the caller had begun to speak, and they talked.
    case callTaken
    /// It is a conversation that was not to be recorded, or that lacks consent.
    case notConsented
    /// It was recorded for a conversation that never took place.
    case noConversation
    /// It was discarded by a version that gave no reason.
    case unknown
}

/// One step in the recording of a conversation, as the exchange decided it; the carrier is told in the same transaction.
public enum RecordingStep: String, Hashable, Sendable, Codable, CaseIterable {
    /// Those who talk began to be told that they will be recorded.
    case announcing
    /// They were told.
    case announced
    /// They could not be told, so nothing is recorded.
    case unannounced
    /// The recording began.
    case begun
    /// It pauses: one of the two holds.
    case pausedForHold
    /// It pauses: the winner talks to somebody else.
    case pausedForConsultation
    /// It pauses: the caller waits to be taken up.
    case pausedForParking
    /// It pauses: nobody talks to the caller, for another reason.
    case paused
    /// It goes on.
    case resumed
    /// The carrier did not obey: the recording was ended, or never began.
    case failed
}
