internal import GRDB
internal import RingCore

/// The table of what carriers have recorded, within somebody's transaction.
struct RecordingBook {
    let database: Database
    let now: Duration

    /// A carrier has a recording. What becomes of it follows.
    func note(_ source: RecordingSource) throws {
        try database.cachedStatement(
            sql: "INSERT INTO carrier_recording VALUES (?, ?, ?, ?, 0, 0, NULL, NULL) ON CONFLICT DO NOTHING"
        ).execute(arguments: [source.recording.rawValue, source.call, source.startedAt, source.address])
    }

    /// Something is to be done about it from now on.
    func set(_ task: RecordingTask, of recording: RecordingID) throws {
        try database.cachedStatement(
            sql: "UPDATE carrier_recording SET task = ?, attempts = 0, due = ?, marked_at = NULL WHERE recording = ?"
        ).execute(arguments: [task.rawValue, now.microseconds, recording.rawValue])
    }
}
