internal import Foundation
internal import GRDB
public import RingCore

/// What carriers have recorded, and what is to be done about it.
extension ExchangeDatabase: RecordingStore {
    public func recordingErrands(at now: Duration, atMost count: Int) throws(StorageError) -> [RecordingErrand] {
        try reading { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM carrier_recording WHERE due <= ? AND task <> 0 ORDER BY due, recording LIMIT ?
                    """, arguments: [now.microseconds, count]
            ).compactMap(Self.errand)
        }
    }

    public func nextRecordingErrand() throws(StorageError) -> Duration? {
        try reading { database in
            try Int64.fetchOne(database, sql: "SELECT min(due) FROM carrier_recording WHERE due IS NOT NULL")
                .map { .microseconds($0) }
        }
    }

    private static func errand(_ row: Row) -> RecordingErrand? {
        guard let task = RecordingTask(rawValue: row["task"]), let source = source(row) else { return nil }
        return RecordingErrand(source: source, task: task, attempts: row["attempts"])
    }

    static func source(_ row: Row) -> RecordingSource? {
        RecordingSource(
            recording: RecordingID(row["recording"] as String), call: row["carrier_call"],
            startedAt: row["started_at"], address: row["address"])
    }

    public func keep(_ sound: [UInt8], of recording: RecordingID) throws(StorageError) -> [StoredMessage] {
        try writing { database in
            guard try Self.settle(.fetch, of: recording, in: database) else { return [] }
            try database.execute(
                sql: "UPDATE voicemail SET sound = ? WHERE recording = ? AND sound IS NULL",
                arguments: [sound.withUnsafeBytes { Data($0) }, recording.rawValue])
            return try Self.messages(in: database, where: "recording = ?", [recording.rawValue])
        }
    }

    public func giveUpSound(of recording: RecordingID) throws(StorageError) -> [StoredMessage] {
        try writing { database in
            guard try Self.settle(.fetch, of: recording, in: database) else { return [] }
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
        _ errand: RecordingErrand, until moment: Duration
    ) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: """
                    UPDATE carrier_recording SET attempts = attempts + 1, due = ? WHERE recording = ? AND task = ?
                    """, arguments: [moment.microseconds, errand.source.recording.rawValue, errand.task.rawValue])
        }
    }

    public func forgetRecording(_ recording: RecordingID) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: "DELETE FROM carrier_recording WHERE recording = ? AND task = 2", arguments: [recording.rawValue])
        }
    }
}
