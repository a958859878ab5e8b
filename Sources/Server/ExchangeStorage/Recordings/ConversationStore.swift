public import ExchangeCore
public import RingCore

/// Conversations that carriers recorded, and the audit of what was done about them. A `RingStore` writes both, as calls go.
///
/// What is deleted here is to be deleted at the carrier too, as a `RecordingStore` says. A store keeps every rule of
/// `ConversationBehaviour` of the tests, whatever is behind it. Times are microseconds since 1970. Isolation: any thread;
/// every call blocks until it is done.
public protocol ConversationStore: Sendable {
    /// Recorded conversations, the latest first.
    ///
    /// - Parameters:
    ///   - listener: who wants to hear them; nil: whoever may hear all.
    ///   - before: the id of one; only those before it. None of an id nobody knows.
    func conversations(
        for listener: ConversationListener?, before: String?, atMost count: Int
    ) throws(StorageError) -> [StoredConversation]

    /// Where a carrier has the sound of a recorded conversation; nil: there is none, or none for that listener.
    func sound(
        ofConversation id: String, for listener: ConversationListener?
    ) throws(StorageError) -> RecordingSource?

    /// Deletes a recorded conversation; the carrier is to delete its sound. The audit tells by whom, in one transaction.
    ///
    /// - Returns: whether there was one.
    func deleteConversation(_ id: String, by actor: String, at time: Int64) throws(StorageError) -> Bool

    /// Deletes what was saved before a time, at most so many, the oldest first; the audit tells of it.
    ///
    /// - Returns: how many were deleted.
    func forgetConversations(before limit: PurgeLimit, at now: Int64, atMost count: Int) throws(StorageError) -> Int

    /// The audit, the latest first. It outlives what it tells of.
    ///
    /// - Parameters:
    ///   - listener: of whose organisations; only of those the listener manages. Nil: of all.
    ///   - before: the id of an entry; only those before it.
    func recordingAudit(
        for listener: ConversationListener?, before: Int64?, atMost count: Int
    ) throws(StorageError) -> [RecordingAuditEntry]

    /// Somebody begins to hear a conversation. Without effect where there is none.
    func noteHearing(ofConversation id: String, by actor: String, at time: Int64) throws(StorageError)

    /// Forgets entries of the audit made before a time, at most so many.
    ///
    /// - Returns: how many were forgotten.
    func forgetRecordingAudit(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int
}

/// A conversation that a carrier recorded.
public struct StoredConversation: Hashable, Sendable {
    public let id: String
    /// The call.
    public let session: String
    /// Whose it was.
    public let organization: String
    /// Who spoke with the caller; nil: nobody knows any more.
    public let user: String?
    /// When it was saved, microseconds since 1970.
    public let at: Int64
    /// nil: not known.
    public let milliseconds: Int?
}

/// A user who wants to hear recorded conversations: own ones in any organisation the user is in, and all of those the
/// user manages.
public struct ConversationListener: Hashable, Sendable {
    public var user: String
    /// Organisations the user is in.
    public var joined: [String]
    /// Those of them where the user manages others.
    public var managed: [String]

    public init(user: String, joined: [String], managed: [String]) {
        self.user = user
        self.joined = joined
        self.managed = managed
    }
}

/// What was done about the recording of one conversation, when and by whom. No name of a caller, no number.
public struct RecordingAuditEntry: Hashable, Sendable {
    /// Who ordered a recording: the entry of the number in the configuration.
    public static let configuration = "configuration"
    /// Who decided while a call was on.
    public static let exchange = "exchange"
    /// Who deleted what was kept long enough.
    public static let retention = "retention"

    /// Counts the entries.
    public let id: Int64
    /// Microseconds since 1970.
    public let at: Int64
    public let organization: String
    /// The call.
    public let session: String
    /// What came of it, as soon as there is something to hear.
    public let conversation: String?
    /// Who did it: the configuration, the exchange, its retention, a user or an API token.
    public let actor: String
    /// In the words of ``RecordingAction``.
    public let action: String
}

/// What was done about recording a conversation, in the words of the audit.
public enum RecordingAction: Hashable, Sendable {
    /// A call came in whose conversation is to be recorded.
    case ordered(RecordingConsent)
    /// What the exchange decided while the call was on.
    case step(RecordingStep)
    /// The recording can be heard.
    case saved
    /// What was recorded is kept by nobody: the carrier is to delete it.
    case discarded
    /// Somebody began to hear it.
    case heard
    /// It was deleted, here and at the carrier.
    case deleted

    /// Every word there is.
    public static var texts: [String] {
        let orders = RecordingConsent.allCases.map { RecordingAction.ordered($0).text }
        let steps = RecordingStep.allCases.map { RecordingAction.step($0).text }
        return orders + steps + [RecordingAction.saved, .discarded, .heard, .deleted].map(\.text)
    }

    /// As stored and told. The words never change.
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
