package import GRDB

/// The tables, as a sequence of migrations that never change once released. So each describes its changes in SQL alone.
package enum Schema {
    package static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("journal", migrate: journal)
        migrator.registerMigration("users", migrate: users)
        migrator.registerMigration("rings", migrate: RingSchema.create)
        migrator.registerMigration("accounts", migrate: AccountSchema.create)
        migrator.registerMigration("organizations of calls") { database in
            try database.execute(sql: "ALTER TABLE journal ADD COLUMN organization TEXT")
        }
        migrator.registerMigration("voicemail", migrate: VoicemailSchema.create)
        migrator.registerMigration("ring delivery", migrate: RingSchema.addDelivery)
        migrator.registerMigration("sealed") { database in
            try database.execute(sql: "CREATE TABLE sealed (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID")
        }
        migrator.registerMigration("one mailbox", migrate: VoicemailSchema.addCarrierRecordings)
        migrator.registerMigration("history of rings", migrate: RingSchema.addHistory)
        migrator.registerMigration("recorded conversations", migrate: RecordingSchema.create)
        migrator.registerMigration("parked news", migrate: RingSchema.addParking)
        migrator.registerMigration("carrier credentials", migrate: CarrierCredentialSchema.create)
        migrator.registerMigration("users of conversations", migrate: RecordingSchema.addUsers)
        migrator.registerMigration("invitations", migrate: AccountSchema.addInvitations)
        migrator.registerMigration("calls that meet", migrate: RingSchema.addMeeting)
        migrator.registerMigration("audit of recordings", migrate: RecordingSchema.addAudit)
        migrator.registerMigration("kept calls") { database in
            // The sealed data with which an answered call goes on in another run, one row per call.
            try database.execute(sql: "CREATE TABLE kept_call (session TEXT PRIMARY KEY, sealed BLOB NOT NULL)")
        }
        migrator.registerMigration("deleted users", migrate: AccountSchema.addDeletedUsers)
        migrator.registerMigration("grace of recordings", migrate: RecordingSchema.addGrace)
        migrator.registerMigration("sealed tokens") { database in
            // From this migration on `token` is a keyed fingerprint of the token, which is sealed.
            try database.execute(sql: "ALTER TABLE push_token ADD COLUMN sealed BLOB")
        }
        migrator.registerMigration("latest time", migrate: latestTime)
        migrator.registerMigration("times of the outbox") { database in
            // The time of the decision in microseconds since 1970. Rows of an older exchange count as the oldest.
            try database.execute(sql: "ALTER TABLE ring_outbox ADD COLUMN queued_at INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("called numbers") { database in
            try database.execute(
                sql: """
                    CREATE TABLE called_number (
                        number TEXT PRIMARY KEY,
                        is_of_carrier INTEGER NOT NULL,
                        document TEXT NOT NULL      -- whom it rings and how: JSON, as the API was given it
                    ) WITHOUT ROWID
                    """)
        }
        migrator.registerMigration("revoked devices", migrate: AccountSchema.addRevocations)
        migrator.registerMigration("spent nonces", migrate: AccountSchema.keepSpentNonces)
        migrator.registerMigration("ended memberships", migrate: AccountSchema.addMembershipEnds)
        migrator.registerMigration("unheard ends", migrate: VoicemailSchema.noteUnheardEnds)
        migrator.registerMigration("configured logins", migrate: AccountSchema.addConfiguredLogins)
        migrator.registerMigration("sealed names") { database in
            // From this migration on `name` is empty.
            try database.execute(sql: "ALTER TABLE account_device ADD COLUMN sealed_name BLOB")
        }
        migrator.registerMigration("push keys", migrate: AccountSchema.addPushKeys)
        migrator.registerMigration("users who left the file") { database in
            // Another user may take such a name at any time, unlike the name of a deleted account.
            try database.execute(sql: "ALTER TABLE deleted_user ADD COLUMN left_file INTEGER NOT NULL DEFAULT FALSE")
        }
        migrator.registerMigration("pictures of users") { database in
            try database.execute(sql: "ALTER TABLE user ADD COLUMN picture TEXT")
        }
        migrator.registerMigration("unknown lengths", migrate: RecordingSchema.allowUnknownLengths)
        migrator.registerMigration("sources of parked news", migrate: RingSchema.addSources)
        migrator.registerMigration("retention by the latest time", migrate: RecordingSchema.keepByLatestTime)
        migrator.registerMigration("history by the latest time", migrate: keepHistoryByLatestTime)
        migrator.registerMigration("awaited messages", migrate: VoicemailSchema.noteAwaitedMessages)
        migrator.registerMigration("history by parties", migrate: keepHistoryByParties)
        return migrator
    }

    /// The result of all migrations on an empty database in memory. It is copied into each new database in one
    /// transaction, because a file would sync every single migration.
    package static let complete = Result {
        let database = try DatabaseQueue()
        try migrator.migrate(database)
        return database
    }

    /// Whether a database has no table yet.
    static func isMissing(in database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    /// One row per change of a call. The rows of a call, in order of version, add up to its state.
    private static func journal(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE journal (
                    session TEXT NOT NULL,      -- the call
                    version INTEGER NOT NULL,   -- grows with every change of the call
                    at INTEGER NOT NULL,        -- microseconds since 1970
                    change TEXT NOT NULL,       -- which change
                    leg TEXT,                   -- the leg it is about
                    user TEXT,                  -- created: the caller; legPlanned: whose device
                    device TEXT,
                    callee TEXT,
                    dialled TEXT,
                    epoch INTEGER,
                    reason TEXT,                -- how the leg or the call ended
                    cause INTEGER,
                    sip_code INTEGER,
                    sip_reason TEXT,
                    PRIMARY KEY (session, version)
                ) WITHOUT ROWID;
                CREATE TABLE live_call (session TEXT PRIMARY KEY) WITHOUT ROWID;
                CREATE TABLE ended_call (session TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
                CREATE INDEX ended_call_at ON ended_call (at);
                """)
    }

    /// The latest time that was seen, initialized with the latest stored time.
    private static func latestTime(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE latest_time (id INTEGER PRIMARY KEY CHECK (id = 0), at INTEGER NOT NULL);
                INSERT INTO latest_time SELECT 0, max(at) FROM (
                    SELECT max(at) AS at FROM ended_call UNION ALL SELECT max(at) FROM voicemail
                    UNION ALL SELECT max(at) FROM conversation UNION ALL SELECT max(at) FROM recording_audit
                    UNION ALL SELECT max(closed_at) FROM ring_session UNION ALL SELECT max(at) FROM audit
                ) HAVING max(at) IS NOT NULL;
                """)
    }

    private static func users(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE user (
                    name TEXT PRIMARY KEY,
                    display_name TEXT,
                    password TEXT               -- salted hash
                ) WITHOUT ROWID;
                CREATE TABLE number (
                    number TEXT PRIMARY KEY,
                    user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
                    position INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE device (
                    login TEXT PRIMARY KEY,
                    user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    password TEXT NOT NULL,     -- salted hash
                    UNIQUE (user, name)
                ) WITHOUT ROWID;
                """)
    }
}
