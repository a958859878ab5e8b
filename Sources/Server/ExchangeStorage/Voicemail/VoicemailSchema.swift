internal import GRDB

/// The table of messages left for users.
enum VoicemailSchema {
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE voicemail (
                    id TEXT PRIMARY KEY,
                    mailbox TEXT NOT NULL,      -- the user it is for
                    session TEXT NOT NULL,      -- the call it was left in
                    caller_name TEXT,
                    caller_number TEXT,
                    at INTEGER NOT NULL,        -- microseconds since 1970
                    milliseconds INTEGER NOT NULL,
                    heard_at INTEGER,
                    recording TEXT,             -- the carrier's name of the sound, where a carrier has it
                    sound BLOB,                 -- a WAV file, where it is here
                    UNIQUE (session, mailbox),
                    CHECK ((recording IS NULL) <> (sound IS NULL))
                );
                ALTER TABLE user ADD COLUMN has_voicemail INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX voicemail_mailbox ON voicemail (mailbox, at);
                CREATE INDEX voicemail_at ON voicemail (at);
                """)
    }

    /// Messages recorded by a carrier go to the same mailboxes, and their sound is fetched.
    static func addCarrierRecordings(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE carrier_recording (
                    recording TEXT PRIMARY KEY,
                    carrier_call TEXT NOT NULL,     -- the carrier's name of the call
                    started_at TEXT NOT NULL,       -- as the carrier writes it
                    address TEXT,                   -- where its sound was to be had
                    task INTEGER NOT NULL,          -- RecordingTask
                    attempts INTEGER NOT NULL,
                    due INTEGER                     -- when the task is to be tried, microseconds since 1970
                ) WITHOUT ROWID;
                CREATE INDEX carrier_recording_due ON carrier_recording (due) WHERE due IS NOT NULL;
                CREATE TABLE voicemail_now (
                    id TEXT PRIMARY KEY,
                    mailbox TEXT NOT NULL,          -- the user it is for
                    session TEXT NOT NULL,          -- the call it was left in
                    caller_name TEXT,
                    caller_number TEXT,
                    at INTEGER NOT NULL,            -- microseconds since 1970
                    milliseconds INTEGER NOT NULL,
                    heard_at INTEGER,
                    recording TEXT,                 -- our name of the carrier's recording, where a carrier recorded it
                    sound BLOB,                     -- a WAV file; null: not fetched yet, or not to be had
                    UNIQUE (session, mailbox),
                    CHECK (recording IS NOT NULL OR sound IS NOT NULL)
                );
                INSERT INTO voicemail_now SELECT * FROM voicemail;
                INSERT INTO voicemail_now
                    SELECT lower(hex(randomblob(16))), user, session, name, number, left_at, length / 1000,
                        CASE WHEN is_heard THEN left_at END, recording, NULL
                    FROM ring_message LEFT JOIN ring_caller USING (session) WHERE true ON CONFLICT DO NOTHING;
                INSERT INTO carrier_recording
                    SELECT DISTINCT recording, substr(recording, 1, instr(recording, '/') - 1),
                        substr(recording, instr(recording, '/') + 1), NULL, 1, 0, 0
                    FROM ring_message;
                DROP TABLE ring_message;
                DROP TABLE voicemail;
                ALTER TABLE voicemail_now RENAME TO voicemail;
                CREATE INDEX voicemail_mailbox ON voicemail (mailbox, at);
                CREATE INDEX voicemail_at ON voicemail (at);
                CREATE INDEX voicemail_recording ON voicemail (recording) WHERE recording IS NOT NULL;
                CREATE TRIGGER voicemail_deleted AFTER DELETE ON voicemail
                WHEN OLD.recording IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM voicemail WHERE recording = OLD.recording)
                BEGIN
                    UPDATE carrier_recording SET task = 2, attempts = 0, due = 0 WHERE recording = OLD.recording;
                END;
                """)
    }

    /// Deleting the last copy of an unheard message leaves a note in the same transaction.
    static func noteUnheardEnds(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE unheard_end (
                    position INTEGER PRIMARY KEY AUTOINCREMENT, -- never given again: who tells of them goes by it
                    session TEXT NOT NULL,                      -- the call the message was left in
                    cause TEXT NOT NULL                         -- RecordingAlarm.Cause
                );
                CREATE TRIGGER voicemail_ended_unheard AFTER DELETE ON voicemail
                WHEN OLD.heard_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM voicemail
                    WHERE session = OLD.session AND coalesce(recording, '') = coalesce(OLD.recording, ''))
                BEGIN
                    INSERT INTO unheard_end (session, cause) VALUES (OLD.session, 'deleted');
                END;
                """)
    }

    /// Messages of calls between users that are still to be stored. An older exchange may have been killed while its
    /// attendant took some.
    static func noteAwaitedMessages(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE awaited_message (session TEXT PRIMARY KEY) WITHOUT ROWID; -- the call it is left in
                INSERT INTO awaited_message
                    SELECT DISTINCT live_call.session FROM live_call
                    JOIN journal AS claim ON claim.session = live_call.session AND claim.change = 'claimed'
                    JOIN journal AS planned ON planned.session = claim.session AND planned.leg = claim.leg
                        AND planned.change = 'legPlanned' AND planned.user = 'voicemail'
                        AND planned.device = 'attendant'
                    WHERE NOT EXISTS (SELECT 1 FROM ring_session WHERE ring_session.session = live_call.session);
                """)
    }
}
