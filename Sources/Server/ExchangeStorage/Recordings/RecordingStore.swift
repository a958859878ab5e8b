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
