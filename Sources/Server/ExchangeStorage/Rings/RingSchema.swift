internal import GRDB

/// The tables of ring sessions: the sessions, their inputs, and their outbox.
enum RingSchema {
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE ring_session (
                    session TEXT PRIMARY KEY,
                    parent TEXT NOT NULL UNIQUE,    -- the carrier's name of the caller's leg
                    revision INTEGER NOT NULL,      -- what a write is compared with
                    due INTEGER,                    -- when it wants to be told the time, microseconds since 1970
                    is_closed INTEGER NOT NULL,
                    body BLOB NOT NULL              -- the machine's state, JSON
                ) WITHOUT ROWID;
                CREATE INDEX ring_session_open ON ring_session (session) WHERE is_closed = 0;
                CREATE TABLE ring_leg (
                    carrier_leg TEXT PRIMARY KEY,   -- the carrier's name of a leg, the caller's included
                    session TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE ring_news (
                    id TEXT PRIMARY KEY,            -- the sender's name of it; whatever has one here was dealt with
                    at INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX ring_news_at ON ring_news (at);
                CREATE TABLE ring_gone (
                    carrier_leg TEXT PRIMARY KEY,   -- a call that ended before we heard that it had come
                    at INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE ring_outbox (
                    position INTEGER PRIMARY KEY AUTOINCREMENT,
                    command TEXT UNIQUE,            -- names a command; null for a push
                    session TEXT NOT NULL,
                    lane TEXT NOT NULL,             -- what must go out in order: commands about one leg
                    body BLOB NOT NULL,             -- JSON
                    attempts INTEGER NOT NULL DEFAULT 0,
                    leased_until INTEGER            -- who took it has until then to say what came of it
                );
                CREATE INDEX ring_outbox_lane ON ring_outbox (lane, position);
                CREATE TABLE ring_record (
                    session TEXT NOT NULL,
                    position INTEGER NOT NULL,
                    body BLOB NOT NULL,             -- JSON
                    PRIMARY KEY (session, position)
                ) WITHOUT ROWID;
                """)
    }

    /// Outbox items get a kind and the time of their first lease. New tables hold callers and messages, and sessions
    /// get the time at which they close.
    static func addDelivery(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE ring_outbox ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;   -- OutboxKind
                ALTER TABLE ring_outbox ADD COLUMN first_taken_at INTEGER;            -- microseconds since 1970
                CREATE INDEX ring_outbox_kind ON ring_outbox (kind, position);
                ALTER TABLE ring_session ADD COLUMN closed_at INTEGER;
                CREATE INDEX ring_session_closed ON ring_session (closed_at) WHERE closed_at IS NOT NULL;
                CREATE INDEX ring_leg_session ON ring_leg (session);
                CREATE TABLE ring_caller (
                    session TEXT PRIMARY KEY,
                    number TEXT,
                    name TEXT,
                    dialled TEXT
                ) WITHOUT ROWID;
                CREATE TABLE ring_message (
                    user TEXT NOT NULL,
                    recording TEXT NOT NULL,
                    session TEXT NOT NULL,
                    length INTEGER NOT NULL,        -- microseconds
                    left_at INTEGER NOT NULL,
                    is_heard INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (user, recording)
                ) WITHOUT ROWID;
                CREATE INDEX ring_message_latest ON ring_message (user, left_at);
                """)
    }

    /// Events of legs that are unknown to all sessions.
    static func addParking(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE ring_parked (
                    position INTEGER PRIMARY KEY AUTOINCREMENT,
                    carrier_leg TEXT NOT NULL,
                    at INTEGER NOT NULL,            -- microseconds since 1970
                    body BLOB NOT NULL              -- CarrierEvent, JSON; empty: the leg is there
                );
                CREATE INDEX ring_parked_leg ON ring_parked (carrier_leg, position);
                CREATE INDEX ring_parked_at ON ring_parked (at);
                """)
    }

    /// Where a carrier has the recording of a parked event; null: the event is not about a recording.
    static func addSources(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE ring_parked ADD COLUMN carrier_call TEXT;
                ALTER TABLE ring_parked ADD COLUMN started_at TEXT;
                ALTER TABLE ring_parked ADD COLUMN address TEXT;
                """)
    }

    /// Calls whose callers call each other.
    static func addMeeting(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE ring_caller ADD COLUMN user TEXT;       -- who calls; null: no user of the exchange
                ALTER TABLE ring_caller ADD COLUMN device TEXT;     -- from what
                ALTER TABLE ring_caller ADD COLUMN can_be_joined INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX ring_caller_user ON ring_caller (user, session) WHERE user IS NOT NULL;
                ALTER TABLE ring_session ADD COLUMN merged_into TEXT;   -- the call that goes on in its place
                CREATE INDEX journal_merged ON journal (session) WHERE change = 'merged';
                """)
    }

    /// The users of calls.
    static func addHistory(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE ring_user (
                    user TEXT NOT NULL,
                    session TEXT NOT NULL,
                    PRIMARY KEY (user, session)
                ) WITHOUT ROWID;
                CREATE INDEX ring_user_session ON ring_user (session);
                """)
        // This reads the format of that time, which later code does not change.
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO ring_user
                    SELECT json_extract(device.value, '$.user'), session
                    FROM ring_session, json_each(CAST(body AS TEXT), '$.devices') AS device;
                """)
    }
}
