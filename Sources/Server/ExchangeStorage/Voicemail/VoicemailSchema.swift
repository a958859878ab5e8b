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
}
