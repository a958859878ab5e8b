public import ExchangeCore
public import RingCore

/// Conversations that carriers recorded, and the audit of their recording. A `RingStore` writes both as calls go on.
///
/// A conversation deleted here is deleted at the carrier too, as `RecordingStore` explains. Every implementation passes
/// `ConversationBehavior` of the tests. Times are microseconds since 1970.
/// Isolation: any thread; every call blocks until it is done.
public protocol ConversationStore: Sendable {
    /// Recorded conversations, the latest first.
    ///
    /// - Parameters:
    ///   - listener: the user who asks; nil: a caller who may hear all.
    ///   - before: the id of a conversation; only earlier ones are returned, and none for an unknown id.
    func conversations(
        for listener: RecordingAccess?, before: String?, atMost count: Int
    ) throws(StorageError) -> [StoredConversation]

    /// Where a carrier has the sound of a recorded conversation; nil: there is none, or the listener may not hear it.
    func sound(
        ofConversation id: String, for listener: RecordingAccess?
    ) throws(StorageError) -> RecordingSource?

    /// Deletes a recorded conversation and has the carrier delete its sound. The audit entry with the actor is written
    /// in the same transaction.
    ///
    /// - Returns: whether the conversation existed.
    func deleteConversation(_ id: String, by actor: String, at time: Int64) throws(StorageError) -> Bool

    /// Deletes conversations saved before a time, at most `count`, the oldest first, with an audit entry each.
    ///
    /// - Returns: how many were deleted.
    func forgetConversations(before limit: PurgeLimit, at now: Int64, atMost count: Int) throws(StorageError) -> Int

    /// The audit, the latest first. It outlives the recordings.
    ///
    /// - Parameters:
    ///   - listener: limits it to the organizations that the listener manages; nil: all.
    ///   - before: the id of an entry; only earlier ones are returned.
    func recordingAudit(
        for listener: RecordingAccess?, before: Int64?, atMost count: Int
    ) throws(StorageError) -> [RecordingAuditEntry]

    /// Notes that the actor begins to hear a conversation. No effect where there is none.
    func notePlayback(ofConversation id: String, by actor: String, at time: Int64) throws(StorageError)

    /// Deletes audit entries made before a time, at most `count`.
    ///
    /// - Returns: how many were deleted.
    func forgetRecordingAudit(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int
}

/// A conversation that a carrier recorded.
public struct StoredConversation: Hashable, Sendable {
    /// The id by which the API names it.
    public let id: String
    /// The call.
    public let session: String
    /// The organization.
    public let organization: String
    /// The user who spoke with the caller; nil: unknown by now.
    public let user: String?
    /// When it was saved, microseconds since 1970.
    public let at: Int64
    /// nil: unknown.
    public let milliseconds: Int?
}

/// A user who asks for recorded conversations. The user may hear those that the user spoke in, and all of the
/// organizations that the user manages.
public struct RecordingAccess: Hashable, Sendable {
    /// The name of the user.
    public var user: String
    /// Organizations to which the user belongs.
    public var joined: [String]
    /// Those among them in which the user manages other members.
    public var managed: [String]

    public init(user: String, joined: [String], managed: [String]) {
        self.user = user
        self.joined = joined
        self.managed = managed
    }
}

/// An entry about the recording of one conversation, with its time and actor. It contains no caller's name or number.
public struct RecordingAuditEntry: Hashable, Sendable {
    /// The actor that ordered a recording: the number's entry in the configuration.
    public static let configuration = "configuration"
    /// The actor of decisions during a call.
    public static let exchange = "exchange"
    /// The actor of deletions by age.
    public static let retention = "retention"

    /// The number of the entry.
    public let id: Int64
    /// Microseconds since 1970.
    public let at: Int64
    /// The organization whose recording it is.
    public let organization: String
    /// The call.
    public let session: String
    /// The resulting conversation, once there is one to hear.
    public let conversation: String?
    /// The configuration, the exchange, its retention, a user or an API token.
    public let actor: String
    /// A word of ``RecordingAction``.
    public let action: String
}

/// An action of the recording audit.
public enum RecordingAction: Hashable, Sendable {
    /// A call came in whose conversation is to be recorded.
    case ordered(RecordingConsent)
    /// A decision of the exchange during the call.
    case step(RecordingStep)
    /// The recording can be heard.
    case saved
    /// The recording was not kept: the carrier is to delete it.
    case discarded
    /// A user or a token began to hear it.
    case heard
    /// It was deleted here and at the carrier.
    case deleted

    /// All words of the audit.
    public static var texts: [String] {
        let orders = RecordingConsent.allCases.map { RecordingAction.ordered($0).text }
        let steps = RecordingStep.allCases.map { RecordingAction.step($0).text }
        return orders + steps + [RecordingAction.saved, .discarded, .heard, .deleted].map(\.text)
    }

    /// The word as it is stored and reported. It never changes.
    public var text: String {
        switch self {
        case .ordered(.none): "ordered without consent"
        case .ordered(.given): "ordered with consent"
        case .ordered(.byAnnouncement): "ordered with announcement"
        case .step(let step): step.auditText
        case .saved: "saved"
        case .discarded: "discarded"
        case .heard: "heard"
        case .deleted: "deleted"
        }
    }
}

extension RecordingStep {
    fileprivate var auditText: String {
        switch self {
        case .announcing: "announcing"
        case .announced: "announced"
        case .unannounced: "not announced"
        case .begun: "begun"
        case .pausedForHold: "paused for hold"
        case .pausedForConsultation: "paused for consultation"
        case .pausedForParking: "paused for parking"
        case .paused: "paused"
        case .resumed: "resumed"
        case .failed: "failed"
        }
    }
}
