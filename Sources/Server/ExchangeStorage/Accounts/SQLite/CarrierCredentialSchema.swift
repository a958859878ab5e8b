internal import GRDB

/// The tables of credentials at carriers. Never changed once released.
enum CarrierCredentialSchema {
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE carrier_credential (
                    name TEXT PRIMARY KEY,          -- ours, which the carrier is told
                    user TEXT NOT NULL,
                    device TEXT NOT NULL,           -- of account_device, while it is there
                    organization TEXT,              -- null: for none
                    stage TEXT NOT NULL,            -- asked, live, unwanted
                    remote_id TEXT,                 -- the carrier's; null until it told it
                    sip_username TEXT,              -- likewise. Its password is stored nowhere
                    created_at INTEGER NOT NULL,    -- microseconds since 1970, here and below
                    expires_at INTEGER NOT NULL,
                    taken_at INTEGER,
                    retires_at INTEGER,
                    is_doubted INTEGER NOT NULL,
                    checked_at INTEGER,
                    attempts INTEGER NOT NULL,
                    not_before INTEGER NOT NULL,
                    due_at INTEGER NOT NULL         -- follows from the rest
                ) WITHOUT ROWID;
                CREATE INDEX carrier_credential_user ON carrier_credential (user);
                CREATE INDEX carrier_credential_device ON carrier_credential (device);
                CREATE INDEX carrier_credential_due ON carrier_credential (due_at);
                CREATE TABLE device_gone (          -- its push service says so
                    device TEXT PRIMARY KEY REFERENCES account_device ON DELETE CASCADE,
                    since INTEGER NOT NULL
                ) WITHOUT ROWID;
                """)
    }
}
