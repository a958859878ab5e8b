public import ExchangeCore
public import RingCore

/// What carriers have recorded, and what is to be done about it. A `RingStore` notes what there is, with the decision that
/// needs it; whatever deletes the last message or the conversation of a recording has it deleted at the carrier too.
///
/// A store keeps every rule of `RecordingStoreBehaviour` of the tests, whatever is behind it. Times are since 1970.
/// Isolation: any thread; every call blocks until it is done.
public protocol RecordingStore: Sendable {
    /// What is to be done by now, the longest due first. Deletions are due by the permit's latest time.
    ///
    /// - Parameter permit: leave to delete; nil: no deletions.
    func recordingErrands(
        at now: Duration, deletingBy permit: PurgePermit?, atMost count: Int
    ) throws(StorageError) -> [RecordingErrand]

    /// When something is to be done next; nil: nothing is to be done.
    ///
    /// - Parameter deletes: whether that may be a deletion.
    func nextRecordingErrand(deletes: Bool) throws(StorageError) -> Duration?

    /// Puts a sound to every message of a recording. Without effect where nobody wants it any more, or it came before.
    ///
    /// - Returns: the messages that can be heard now.
    func keep(_ sound: [UInt8], of recording: RecordingID) throws(StorageError) -> [StoredMessage]

    /// The sound of a recording is not to be had: its messages stay, without one, and each leaves an ``UnheardEnd``. Without
    /// effect where it came before.
    ///
    /// - Returns: those messages.
    func giveUpSound(of recording: RecordingID) throws(StorageError) -> [StoredMessage]

    /// It was tried in vain, and is to be tried again. Without effect where something else is to be done by now.
    func postpone(_ errand: RecordingErrand, until moment: Duration) throws(StorageError)

    /// The carrier is to delete it when its grace is over, and not before. Without effect where it is not to be deleted.
    ///
    /// - Parameters:
    ///   - begin: when its grace began, by the latest time that was believed.
    ///   - end: when that is over, by the same.
    func markForDeletion(_ recording: RecordingID, at begin: Duration, until end: Duration) throws(StorageError)

    /// How many recordings are marked: carriers delete them when their grace is over.
    func pendingDeletions() throws(StorageError) -> Int

    /// The carrier has it no longer, or is asked no more. Without effect where it is not to be deleted.
    func forgetRecording(_ recording: RecordingID) throws(StorageError)

    /// The carrier would not delete it, and is asked no more. What is not deleted is an ``UnheardEnd``. Without effect where it
    /// is not to be deleted.
    func giveUpDeletion(of source: RecordingSource) throws(StorageError)
}

/// Something to be done about a recording that a carrier has.
public struct RecordingErrand: Hashable, Sendable {
    public let source: RecordingSource
    public let task: RecordingTask
    /// How often it was tried in vain.
    public let attempts: Int
    /// Of a deletion: when its grace began; nil: it has not begun.
    public let markedAt: Duration?

    public init(source: RecordingSource, task: RecordingTask, attempts: Int, markedAt: Duration?) {
        self.source = source
        self.task = task
        self.attempts = attempts
        self.markedAt = markedAt
    }
}

/// What is to be done about a recording that a carrier has. The numbers are stored, so they never change.
public enum RecordingTask: Int64, Hashable, Sendable {
    /// Nothing: it stays there.
    case none = 0
    /// Its sound is to be fetched into the mailboxes of its message.
    case fetch = 1
    /// It is in no mailbox, and no conversation: the carrier is to delete it, after a grace that begins when it is marked.
    case delete = 2
}

/// Where a carrier has what it recorded.
public struct RecordingSource: Hashable, Sendable {
    /// Our name of it.
    public let recording: RecordingID
    /// The carrier's name of the call it was made in.
    public let call: String
    /// When it began, as the carrier writes it.
    public let startedAt: String
    /// Where its sound is to be had, perhaps for some minutes only; nil: the carrier has to be asked.
    public let address: String?

    /// Bytes of each text; Telnyx' signed addresses have some five hundred.
    public static let textBytesMax = 4_096

    /// - Returns: nil when a text is longer than ``textBytesMax``.
    public init?(recording: RecordingID, call: String, startedAt: String, address: String?) {
        let texts = [recording.rawValue, call, startedAt, address ?? ""]
        guard texts.allSatisfy({ $0.utf8.count <= Self.textBytesMax }) else { return nil }
        self.recording = recording
        self.call = call
        self.startedAt = startedAt
        self.address = address
    }
}
