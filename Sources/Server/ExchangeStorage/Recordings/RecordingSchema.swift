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

    /// The audit of recordings.
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

    /// The user who spoke in a conversation may hear it.
    static func addUsers(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE conversation ADD COLUMN user TEXT")
        // This reads the format of that time, which later code does not change.
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

    /// The length of a recording may be unknown: then it is null.
    static func allowUnknownLengths(_ database: Database) throws {
        for table in ["voicemail", "conversation"] {
            try database.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN length INTEGER;
                    UPDATE \(table) SET length = milliseconds;
                    ALTER TABLE \(table) DROP COLUMN milliseconds;
                    ALTER TABLE \(table) RENAME COLUMN length TO milliseconds;
                    """)
        }
    }

    /// Retention counts from the latest trusted time at the arrival of a row. Otherwise a row that arrived while the
    /// calendar was behind would be deleted as soon as the calendar is corrected.
    static func keepByLatestTime(_ database: Database) throws {
        try keepByLatestTime(["voicemail", "conversation"], in: database)
    }

    /// Each table has an `id` and the time of its row's arrival, `at`.
    static func keepByLatestTime(_ tables: [String], in database: Database) throws {
        for table in tables {
            try database.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN kept_from INTEGER NOT NULL DEFAULT 0; -- microseconds since 1970
                    UPDATE \(table) SET kept_from = at;
                    CREATE INDEX \(table)_kept_from ON \(table) (kept_from);
                    CREATE TRIGGER \(table)_kept AFTER INSERT ON \(table)
                    BEGIN
                        UPDATE \(table) SET kept_from = max(NEW.at, coalesce((SELECT at FROM latest_time), NEW.at))
                        WHERE id = NEW.id;
                    END;
                    """)
        }
    }

    /// Deletion at a carrier has two phases. A call may leave two messages: one from before a failed rescue and one
    /// from after it. Discarded recordings have a reason.
    static func addGrace(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE carrier_recording ADD COLUMN marked_at INTEGER; -- when the grace of its deletion began
                UPDATE ring_record SET body = CAST(
                    json_set(CAST(body AS TEXT), '$.discarded.because', 'unknown') AS BLOB)
                WHERE json_extract(CAST(body AS TEXT), '$.discarded._0') IS NOT NULL;
                CREATE TABLE voicemail_now (
                    id TEXT PRIMARY KEY,
                    mailbox TEXT NOT NULL,          -- the user it is for; empty: the exchange's own
                    session TEXT NOT NULL,          -- the call it was left in
                    caller_name TEXT,
                    caller_number TEXT,
                    at INTEGER NOT NULL,            -- microseconds since 1970
                    milliseconds INTEGER NOT NULL,
                    heard_at INTEGER,
                    recording TEXT,                 -- our name of the carrier's recording, where a carrier recorded it
                    sound BLOB,                     -- a WAV file; null: not fetched yet, or not to be had
                    is_sealed INTEGER NOT NULL DEFAULT FALSE, -- whether the sound is sealed, as it is since this step
                    CHECK (recording IS NOT NULL OR sound IS NOT NULL)
                );
                INSERT INTO voicemail_now SELECT *, FALSE FROM voicemail;
                DROP TABLE voicemail;
                ALTER TABLE voicemail_now RENAME TO voicemail;
                CREATE UNIQUE INDEX voicemail_once ON voicemail (session, mailbox, coalesce(recording, ''));
                CREATE INDEX voicemail_mailbox ON voicemail (mailbox, at);
                CREATE INDEX voicemail_at ON voicemail (at);
                CREATE INDEX voicemail_recording ON voicemail (recording) WHERE recording IS NOT NULL;
                CREATE INDEX voicemail_plain ON voicemail (id) WHERE NOT is_sealed AND sound IS NOT NULL;
                CREATE TRIGGER voicemail_deleted AFTER DELETE ON voicemail
                WHEN OLD.recording IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM voicemail WHERE recording = OLD.recording)
                BEGIN
                    UPDATE carrier_recording SET task = 2, attempts = 0, due = 0 WHERE recording = OLD.recording;
                END;
                """)
    }
}
