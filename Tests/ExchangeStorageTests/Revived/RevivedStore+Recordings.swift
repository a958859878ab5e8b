import ExchangeCore
import ExchangeStorage
import RingCore

extension RevivedStore {
    func recordingJobs(
        at now: Duration, deletingBy permit: PurgePermit?, atMost count: Int
    ) throws(StorageError) -> [RecordingJob] {
        try asked { store throws(StorageError) in
            try store.recordingJobs(at: now, deletingBy: permit, atMost: count)
        }
    }

    func nextRecordingJob(deletes: Bool) throws(StorageError) -> Duration? {
        try asked { store throws(StorageError) in try store.nextRecordingJob(deletes: deletes) }
    }

    func keep(_ sound: [UInt8], of recording: RecordingID) throws(StorageError) -> [StoredMessage] {
        try asked { store throws(StorageError) in try store.keep(sound, of: recording) }
    }

    func giveUpSound(of recording: RecordingID) throws(StorageError) -> [StoredMessage] {
        try asked { store throws(StorageError) in try store.giveUpSound(of: recording) }
    }

    func postpone(_ errand: RecordingJob, until moment: Duration) throws(StorageError) {
        try asked { store throws(StorageError) in try store.postpone(errand, until: moment) }
    }

    func markForDeletion(
        _ recording: RecordingID, at begin: Duration, until end: Duration
    ) throws(StorageError) {
        try asked { store throws(StorageError) in try store.markForDeletion(recording, at: begin, until: end) }
    }

    func pendingDeletions() throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.pendingDeletions() }
    }

    func latestTime() throws(StorageError) -> Int64? {
        try asked { store throws(StorageError) in try store.latestTime() }
    }

    func keepLatestTime(_ time: Int64) throws(StorageError) {
        try asked { store throws(StorageError) in try store.keepLatestTime(time) }
    }

    func setLatestTime(_ time: Int64) throws(StorageError) {
        try asked { store throws(StorageError) in try store.setLatestTime(time) }
    }

    func forgetRecording(_ recording: RecordingID) throws(StorageError) {
        try asked { store throws(StorageError) in try store.forgetRecording(recording) }
    }

    func giveUpDeletion(of source: RecordingSource) throws(StorageError) {
        try asked { store throws(StorageError) in try store.giveUpDeletion(of: source) }
    }
}

extension RevivedStore {
    func conversations(for listener: RecordingAccess?, before: String?, atMost count: Int) throws(StorageError)
        -> [StoredConversation]
    {
        try asked { store throws(StorageError) in try store.conversations(for: listener, before: before, atMost: count)
        }
    }

    func sound(ofConversation id: String, for listener: RecordingAccess?) throws(StorageError) -> RecordingSource? {
        try asked { store throws(StorageError) in try store.sound(ofConversation: id, for: listener) }
    }

    func deleteConversation(_ id: String, by actor: String, at time: Int64) throws(StorageError) -> Bool {
        try asked { store throws(StorageError) in try store.deleteConversation(id, by: actor, at: time) }
    }

    func forgetConversations(before limit: PurgeLimit, at now: Int64, atMost count: Int) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.forgetConversations(before: limit, at: now, atMost: count) }
    }

    func recordingAudit(for listener: RecordingAccess?, before: Int64?, atMost count: Int) throws(StorageError)
        -> [RecordingAuditEntry]
    {
        try asked { store throws(StorageError) in try store.recordingAudit(for: listener, before: before, atMost: count)
        }
    }

    func notePlayback(ofConversation id: String, by actor: String, at time: Int64) throws(StorageError) {
        try asked { store throws(StorageError) in try store.notePlayback(ofConversation: id, by: actor, at: time) }
    }

    func forgetRecordingAudit(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.forgetRecordingAudit(before: limit, atMost: count) }
    }
}
