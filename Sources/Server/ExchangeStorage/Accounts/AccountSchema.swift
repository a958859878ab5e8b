internal import GRDB

/// The tables of accounts. Migrations never change once released.
///
/// Users of the configuration file have devices and sessions too, so `user` is a name here and refers to no table.
enum AccountSchema {
    static func create(_ database: Database) throws {
        try database.execute(sql: people)
        try database.execute(sql: devices)
        try database.execute(sql: sessions)
        try database.execute(sql: apple)
        try database.execute(sql: requests)
    }

    static func addInvitations(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE invitation (
                    organization TEXT NOT NULL REFERENCES organization ON DELETE CASCADE,
                    user TEXT NOT NULL,
                    role TEXT NOT NULL,
                    inviter TEXT,                   -- null: a holder of an API token
                    invited_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    PRIMARY KEY (organization, user)
                ) WITHOUT ROWID;
                CREATE INDEX invitation_user ON invitation (user, organization);
                CREATE INDEX invitation_inviter ON invitation (inviter);
                """)
    }

    /// Deleted users, whose remaining calls no other user may see.
    static func addDeletedUsers(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE deleted_user (name TEXT PRIMARY KEY) WITHOUT ROWID;
                CREATE INDEX conversation_user ON conversation (user) WHERE user IS NOT NULL;
                """)
    }

    /// Revoked devices, until all other parts of the exchange were told.
    static func addRevocations(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE device_revocation (
                    device TEXT PRIMARY KEY,
                    user TEXT NOT NULL,
                    reason TEXT NOT NULL,
                    at INTEGER NOT NULL             -- microseconds since 1970
                ) WITHOUT ROWID;
                CREATE INDEX audit_actor ON audit (actor);
                """)
    }

    /// Ended memberships, until all other parts of the exchange were told.
    static func addMembershipEnds(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE membership_end (
                    organization TEXT NOT NULL,
                    user TEXT NOT NULL,
                    at INTEGER NOT NULL,            -- microseconds since 1970
                    PRIMARY KEY (organization, user)
                ) WITHOUT ROWID;
                """)
    }

    /// The logins of the configuration file, so that the next reading can tell which were withdrawn.
    static func addConfiguredLogins(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE configured_login (
                    user TEXT NOT NULL,
                    fingerprint BLOB NOT NULL,      -- keyed, of a login and its password hash
                    PRIMARY KEY (user, fingerprint)
                ) WITHOUT ROWID;
                """)
    }

    /// The keys that seal callers. A key is deleted with its device.
    static func addPushKeys(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE push_key (
                    device TEXT PRIMARY KEY REFERENCES account_device ON DELETE CASCADE,
                    sealed BLOB NOT NULL
                ) WITHOUT ROWID;
                """)
    }

    private static let people = """
        ALTER TABLE user ADD COLUMN email TEXT;
        ALTER TABLE user ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE user ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE organization (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,        -- microseconds since 1970, here and below
            version INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE member (
            organization TEXT NOT NULL REFERENCES organization ON DELETE CASCADE,
            user TEXT NOT NULL,
            role TEXT NOT NULL,
            joined_at INTEGER NOT NULL,
            PRIMARY KEY (organization, user)
        ) WITHOUT ROWID;
        CREATE INDEX member_user ON member (user);
        """

    private static let devices = """
        CREATE TABLE account_device (
            id TEXT PRIMARY KEY,
            user TEXT NOT NULL,
            installation TEXT NOT NULL,         -- what the app calls itself on that phone
            name TEXT NOT NULL,
            platform TEXT NOT NULL,
            organization TEXT,                  -- the device's present one
            organization_version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            UNIQUE (user, installation)
        ) WITHOUT ROWID;
        CREATE TABLE push_token (
            token TEXT PRIMARY KEY,
            device TEXT NOT NULL REFERENCES account_device ON DELETE CASCADE,
            kind TEXT NOT NULL,
            environment TEXT,
            topic TEXT,
            registered_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX push_token_device ON push_token (device);
        CREATE TABLE sip_credential (
            login TEXT PRIMARY KEY,
            device TEXT NOT NULL REFERENCES account_device ON DELETE CASCADE,
            user TEXT NOT NULL,
            organization TEXT REFERENCES organization ON DELETE CASCADE,
            secret TEXT NOT NULL,               -- salted hash
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX sip_credential_device ON sip_credential (device, organization);
        """

    private static let sessions = """
        CREATE TABLE bearer_session (
            id TEXT PRIMARY KEY,
            user TEXT NOT NULL,
            device TEXT NOT NULL REFERENCES account_device ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            access BLOB NOT NULL UNIQUE,        -- SHA-256, as all tokens here
            access_expires_at INTEGER NOT NULL,
            refresh BLOB NOT NULL UNIQUE,
            refresh_expires_at INTEGER NOT NULL,
            previous_refresh BLOB,
            previous_spent_at INTEGER,
            is_used INTEGER NOT NULL,
            ended_at INTEGER,
            end_reason TEXT
        ) WITHOUT ROWID;
        CREATE INDEX bearer_session_user ON bearer_session (user);
        CREATE INDEX bearer_session_device ON bearer_session (device);
        CREATE TABLE spent_refresh (
            digest BLOB PRIMARY KEY,
            session TEXT NOT NULL REFERENCES bearer_session ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX spent_refresh_session ON spent_refresh (session);
        """

    /// Nonces are signed now, and stored only once they are spent. Sign-ins under way need a new nonce.
    static func keepSpentNonces(_ database: Database) throws {
        try database.execute(
            sql: """
                DROP TABLE apple_nonce;
                CREATE TABLE apple_spent_nonce (digest BLOB PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
                """)
    }

    private static let apple = """
        CREATE TABLE apple_identity (
            subject TEXT PRIMARY KEY,
            user TEXT NOT NULL UNIQUE,
            client TEXT NOT NULL,
            refresh_token BLOB,                 -- encrypted
            email TEXT,
            email_verified INTEGER NOT NULL,
            email_is_private INTEGER NOT NULL,
            is_email_enabled INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE apple_nonce (
            digest BLOB PRIMARY KEY,
            installation TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE apple_notice (id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE apple_revocation (
            id TEXT PRIMARY KEY,
            client TEXT NOT NULL,
            token BLOB NOT NULL,                -- encrypted
            attempts INTEGER NOT NULL,
            next_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    private static let requests = """
        CREATE TABLE idempotent_request (
            owner TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            status INTEGER,                     -- null: under way
            reply BLOB,                         -- encrypted: it may hold a credential
            started_at INTEGER NOT NULL,
            PRIMARY KEY (owner, key)
        ) WITHOUT ROWID;
        CREATE INDEX idempotent_request_at ON idempotent_request (started_at);
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL
        );
        CREATE INDEX journal_user ON journal (user, session) WHERE user IS NOT NULL;
        CREATE INDEX journal_callee ON journal (callee, session) WHERE callee IS NOT NULL;
        """
}
