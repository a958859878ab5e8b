internal import GRDB

/// The table of recorded conversations, whose sound carriers have.
enum RecordingSchema {
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE conversation (
                    id TEXT PRIMARY KEY,
                    recording TEXT NOT NULL UNIQUE, -- our name of the carrier's recording
                    session TEXT NOT NULL,          -- the call
                    organization TEXT NOT NULL,     -- whose it was
                    at INTEGER NOT NULL,            -- when it was saved, microseconds since 1970
                    milliseconds INTEGER NOT NULL
                );
                CREATE INDEX conversation_at ON conversation (at, id);
                CREATE TRIGGER conversation_deleted AFTER DELETE ON conversation
                BEGIN
                    UPDATE carrier_recording SET task = 2, attempts = 0, due = 0 WHERE recording = OLD.recording;
                END;
                """)
    }
}
