public import ExchangeCore
internal import Foundation
internal import GRDB
public import RingCore

/// The recordings of carriers, and the pending work on them.
extension ExchangeDatabase: RecordingStore {
    public func recordingJobs(
        at now: Duration, deletingBy permit: PurgePermit?, atMost count: Int
    ) throws(StorageError) -> [RecordingJob] {
        try reading { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM carrier_recording
                    WHERE task = 1 AND (due <= ?1 OR due > ?2) OR task = 2 AND (due <= ?3 OR marked_at > ?3)
                    ORDER BY due, recording LIMIT ?4
                    """, arguments: [now.microseconds, (now + Self.waitMax).microseconds, permit?.latest, count]
            ).compactMap(Self.job)
        }
    }

    /// The longest postponement. A later time was set while a clock was wrong.
    private static let waitMax = Duration.seconds(7_200)

    public func nextRecordingJob(deletes: Bool) throws(StorageError) -> Duration? {
        try reading { database in
            try Int64.fetchOne(
                database, sql: "SELECT min(due) FROM carrier_recording WHERE due IS NOT NULL AND (task <> 2 OR ?)",
                arguments: [deletes]
            )
            .map { .microseconds($0) }
        }
    }

    private static func job(_ row: Row) -> RecordingJob? {
        guard let task = RecordingTask(rawValue: row["task"]), let source = source(row) else { return nil }
        let markedAt = (row["marked_at"] as Int64?).map { Duration.microseconds($0) }
        return RecordingJob(source: source, task: task, attempts: row["attempts"], markedAt: markedAt)
    }

    static func source(_ row: Row) -> RecordingSource? {
        RecordingSource(
            recording: RecordingID(row["recording"] as String), call: row["carrier_call"],
            startedAt: row["started_at"], address: row["address"])
    }

    public func keep(_ sound: [UInt8], of recording: RecordingID) throws(StorageError) -> [StoredMessage] {
        let sealed = try seal(sound)
        return try writing { database in
            guard try Self.settle(.fetch, of: recording, in: database) else { return [] }
            try database.execute(
                sql: "UPDATE voicemail SET sound = ?, is_sealed = TRUE WHERE recording = ? AND sound IS NULL",
                arguments: [sealed, recording.rawValue])
            return try Self.messages(in: database, where: "recording = ?", [recording.rawValue])
        }
    }

    public func giveUpSound(of recording: RecordingID) throws(StorageError) -> [StoredMessage] {
        try writing { database in
            guard try Self.settle(.fetch, of: recording, in: database) else { return [] }
            try database.execute(
                sql: """
                    INSERT INTO unheard_end (session, cause) SELECT DISTINCT session, ? FROM voicemail WHERE recording = ?
                    """, arguments: [RecordingAlarm.Cause.soundLost.rawValue, recording.rawValue])
            return try Self.messages(in: database, where: "recording = ?", [recording.rawValue])
        }
    }

    private static func settle(
        _ task: RecordingTask, of recording: RecordingID, in database: Database
    ) throws -> Bool {
        try database.execute(
            sql: "UPDATE carrier_recording SET task = 0, due = NULL WHERE recording = ? AND task = ?",
            arguments: [recording.rawValue, task.rawValue])
        return database.changesCount > 0
    }

    public func postpone(
        _ job: RecordingJob, until moment: Duration
    ) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: """
                    UPDATE carrier_recording SET attempts = attempts + 1, due = ? WHERE recording = ? AND task = ?
                    """, arguments: [moment.microseconds, job.source.recording.rawValue, job.task.rawValue])
        }
    }

    public func markForDeletion(
        _ recording: RecordingID, at begin: Duration, until end: Duration
    ) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: """
                    UPDATE carrier_recording SET marked_at = ?, attempts = 0, due = ? WHERE recording = ? AND task = 2
                    """, arguments: [begin.microseconds, end.microseconds, recording.rawValue])
        }
    }

    public func pendingDeletions() throws(StorageError) -> Int {
        try reading { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM carrier_recording WHERE task = 2 AND marked_at IS NOT NULL") ?? 0
        }
    }

    public func forgetRecording(_ recording: RecordingID) throws(StorageError) {
        try writing { _ = try Self.forget(recording, in: $0) }
    }

    public func giveUpDeletion(of source: RecordingSource) throws(StorageError) {
        try writing { database in
            guard try Self.forget(source.recording, in: database) else { return }
            try database.execute(
                sql: "INSERT INTO unheard_end (session, cause) VALUES (?, ?)",
                arguments: [source.call, RecordingAlarm.Cause.notDeleted.rawValue])
        }
    }

    /// - Returns: whether it was to be deleted.
    private static func forget(_ recording: RecordingID, in database: Database) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM carrier_recording WHERE recording = ? AND task = 2", arguments: [recording.rawValue])
        return database.changesCount > 0
    }
}

/// The table of the carriers' recordings, within the caller's transaction.
struct RecordingTable {
    let database: Database
    let now: Duration

    /// Notes that a carrier has a recording. Its disposition follows.
    func note(_ source: RecordingSource) throws {
        try database.cachedStatement(
            sql: "INSERT INTO carrier_recording VALUES (?, ?, ?, ?, 0, 0, NULL, NULL) ON CONFLICT DO NOTHING"
        ).execute(arguments: [source.recording.rawValue, source.call, source.startedAt, source.address])
    }

    /// Sets the pending work on a recording.
    func set(_ task: RecordingTask, of recording: RecordingID) throws {
        try database.cachedStatement(
            sql: "UPDATE carrier_recording SET task = ?, attempts = 0, due = ?, marked_at = NULL WHERE recording = ?"
        ).execute(arguments: [task.rawValue, now.microseconds, recording.rawValue])
    }
}
