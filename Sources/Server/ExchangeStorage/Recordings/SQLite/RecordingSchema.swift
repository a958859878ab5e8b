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

    /// What was done about recording, and by whom.
    static func addAudit(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE recording_audit (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given again: pages go by it
                    at INTEGER NOT NULL,                  -- microseconds since 1970
                    organization TEXT NOT NULL,           -- whose call it was
                    session TEXT NOT NULL,                -- the call
                    conversation TEXT,                    -- what came of it, as soon as there is something
                    actor TEXT NOT NULL,
                    action TEXT NOT NULL
                );
                CREATE INDEX recording_audit_organization ON recording_audit (organization, id);
                CREATE INDEX recording_audit_at ON recording_audit (at);
                """)
    }

    /// Who spoke in a conversation may hear it.
    static func addUsers(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE conversation ADD COLUMN user TEXT")
        // As bodies were written then: what the code of today makes of them is no matter.
        try database.execute(
            sql: """
                UPDATE conversation SET user = (
                    SELECT json_extract(device.value, '$.user')
                    FROM ring_session AS call, json_each(CAST(call.body AS TEXT), '$.devices') AS device
                    WHERE call.session = conversation.session
                    AND json_extract(device.value, '$.device') = coalesce(
                        json_extract(CAST(call.body AS TEXT), '$.phase.claimed._0.device'),
                        json_extract(CAST(call.body AS TEXT), '$.winner')));
                """)
    }
}
