public import CallModel

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
