public import ExchangeCore
public import RingCore

/// The recordings of carriers, and the pending work on them. A `RingStore` notes a recording together with the decision
/// that needs it. Deleting the last message or the conversation of a recording has it deleted at the carrier too.
///
/// Every implementation passes `RecordingStoreBehavior` of the tests. Times count from 1970.
/// Isolation: any thread; every call blocks until it is done.
public protocol RecordingStore: Sendable {
    /// The work that is due, the longest due first. Deletions are due by the permit's latest time.
    ///
    /// - Parameter permit: the permission to delete; nil: no deletions.
    func recordingJobs(
        at now: Duration, deletingBy permit: PurgePermit?, atMost count: Int
    ) throws(StorageError) -> [RecordingJob]

    /// When the next work is due; nil: there is none.
    ///
    /// - Parameter deletes: whether deletions count.
    func nextRecordingJob(deletes: Bool) throws(StorageError) -> Duration?

    /// Adds a sound to every message of a recording. No effect where no message needs it any more, or the sound was
    /// added before.
    ///
    /// - Returns: the messages that can be heard now.
    func keep(_ sound: [UInt8], of recording: RecordingID) throws(StorageError) -> [StoredMessage]

    /// Notes that the sound of a recording cannot be fetched. Its messages stay without one, and each leaves an
    /// ``RecordingAlarm``. No effect where the sound was added before.
    ///
    /// - Returns: those messages.
    func giveUpSound(of recording: RecordingID) throws(StorageError) -> [StoredMessage]

    /// Postpones work that failed. No effect where other work is pending by now.
    func postpone(_ job: RecordingJob, until moment: Duration) throws(StorageError)

    /// Marks a recording, which the carrier is to delete when its grace is over, and not before. No effect where it is
    /// not to be deleted.
    ///
    /// - Parameters:
    ///   - begin: the start of the grace, by the latest trusted time.
    ///   - end: the end of the grace, by the same time.
    func markForDeletion(_ recording: RecordingID, at begin: Duration, until end: Duration) throws(StorageError)

    /// How many recordings are marked for deletion after their grace.
    func pendingDeletions() throws(StorageError) -> Int

    /// Forgets a recording that the carrier no longer has, or about which it is no longer asked. No effect if the
    /// recording is not to be deleted.
    func forgetRecording(_ recording: RecordingID) throws(StorageError)

    /// Gives up a deletion that the carrier refuses, and leaves a ``RecordingAlarm``. No effect where the recording is
    /// not to be deleted.
    func giveUpDeletion(of source: RecordingSource) throws(StorageError)
}

/// Pending work on a carrier's recording.
public struct RecordingJob: Hashable, Sendable {
    /// The recording, and where the carrier has it.
    public let source: RecordingSource
    /// The due task: to fetch the sound, or to delete the recording.
    public let task: RecordingTask
    /// How often it failed.
    public let attempts: Int
    /// For a deletion: when its grace began; nil: it has not begun.
    public let markedAt: Duration?

    public init(source: RecordingSource, task: RecordingTask, attempts: Int, markedAt: Duration?) {
        self.source = source
        self.task = task
        self.attempts = attempts
        self.markedAt = markedAt
    }
}

/// The kind of pending work on a carrier's recording. The numbers are stored, so they never change.
public enum RecordingTask: Int64, Hashable, Sendable {
    /// No work: the recording stays at the carrier.
    case none = 0
    /// Its sound is to be fetched into the mailboxes of its message.
    case fetch = 1
    /// It belongs to no mailbox and no conversation: the carrier is to delete it after a grace, which begins when it is
    /// marked.
    case delete = 2
}

/// Where a carrier has a recording.
public struct RecordingSource: Hashable, Sendable {
    /// Our id of the recording.
    public let recording: RecordingID
    /// The carrier's id of the recorded call.
    public let call: String
    /// The start of the recording, as the carrier writes it.
    public let startedAt: String
    /// The address of the sound, which may be valid for some minutes only; nil: the carrier must be asked.
    public let address: String?

    /// The most bytes of each text; Telnyx's signed addresses have some five hundred.
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
