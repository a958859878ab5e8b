internal import GRDB

/// Closes calls in the history, and bounds the closed calls of each caller: the oldest give way.
///
/// A call belongs to the caller who placed it, so callers crowd out their own calls and those of no other user. A call
/// with a message or a recorded conversation stays, however old it is. Calls from outside belong to no caller; they are
/// deleted by age alone.
struct ClosedCalls {
    /// The most closed calls of a caller: a month of more than three hundred a day.
    static let ofCallerMax = 10_000
    /// The most calls deleted at once. It is more than one, so that a lowered limit is reached soon.
    private static let batchMax = 8
    /// Guests are a new user in each session, so all of them count as one caller.
    private static let guests = "anonymous:"

    let database: Database
    let ofCallerMax: Int

    /// Closes a call of the journal. No effect on a call that is closed already.
    func closeJournal(_ session: String, at: Int64) throws {
        let user = try String.fetchOne(
            database.cachedStatement(sql: "SELECT user FROM journal WHERE session = ? AND change = 'created'"),
            arguments: [session])
        let caller = caller(user)
        try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO ended_call (session, at, kept_from, caller, number) VALUES (
                    :session, :at, max(:at, coalesce((SELECT at FROM latest_time), :at)), :caller,
                    1 + coalesce((SELECT max(number) FROM ended_call WHERE caller = :caller), 0))
                """
        ).execute(arguments: ["session": session, "at": at, "caller": caller])
        let old = try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT session FROM ended_call WHERE caller = :caller
                        AND number <= (SELECT max(number) FROM ended_call WHERE caller = :caller) - :max
                        AND NOT EXISTS (SELECT 1 FROM voicemail WHERE voicemail.session = ended_call.session)
                    ORDER BY number LIMIT :count
                    """),
            arguments: ["caller": caller, "max": ofCallerMax, "count": Self.batchMax])
        for session in old { try Self.forgetJournal(session, in: database) }
    }

    /// Closes a ring session. No effect on a session that is closed already.
    func closeRing(_ session: String, at: Int64) throws {
        let user = try String.fetchOne(
            database.cachedStatement(sql: "SELECT user FROM ring_caller WHERE session = ?"), arguments: [session])
        let caller = caller(user)
        try database.cachedStatement(
            sql: """
                UPDATE ring_session SET kept_from = max(:at, coalesce((SELECT at FROM latest_time), :at)),
                    caller = :caller,
                    number = 1 + coalesce((SELECT max(number) FROM ring_session WHERE caller = :caller), 0)
                WHERE session = :session AND kept_from IS NULL
                """
        ).execute(arguments: ["session": session, "at": at, "caller": caller])
        let old = try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT session FROM ring_session WHERE caller = :caller
                        AND number <= (SELECT max(number) FROM ring_session WHERE caller = :caller) - :max
                        AND NOT EXISTS (SELECT 1 FROM voicemail WHERE voicemail.session = ring_session.session)
                        AND NOT EXISTS (SELECT 1 FROM conversation WHERE conversation.session = ring_session.session)
                    ORDER BY number LIMIT :count
                    """),
            arguments: ["caller": caller, "max": ofCallerMax, "count": Self.batchMax])
        for session in old { try Self.forgetRing(session, in: database) }
    }

    static func forgetJournal(_ session: String, in database: Database) throws {
        for table in ["journal", "ended_call"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE session = ?").execute(arguments: [session])
        }
    }

    static func forgetRing(_ session: String, in database: Database) throws {
        for table in ["ring_session", "ring_leg", "ring_caller", "ring_user", "ring_record"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE session = ?").execute(arguments: [session])
        }
    }

    private func caller(_ user: String?) -> String? {
        user.map { $0.hasPrefix(Self.guests) ? Self.guests : $0 }
    }
}

extension Schema {
    /// Retention of calls and audits counts from the latest trusted time, as that of messages does. The calls of each
    /// caller are numbered, so that the oldest are found without counting.
    static func keepHistoryByLatestTime(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE ended_call ADD COLUMN kept_from INTEGER NOT NULL DEFAULT 0; -- microseconds since 1970
                ALTER TABLE ended_call ADD COLUMN caller TEXT;      -- null: not known
                ALTER TABLE ended_call ADD COLUMN number INTEGER NOT NULL DEFAULT 0; -- of the caller's closed calls
                UPDATE ended_call SET kept_from = at, caller = (
                    SELECT CASE WHEN user LIKE 'anonymous:%' THEN 'anonymous:' ELSE user END
                    FROM journal WHERE journal.session = ended_call.session AND change = 'created');
                UPDATE ended_call SET number = counted.number FROM (
                    SELECT session, row_number() OVER (PARTITION BY caller ORDER BY at, session) AS number
                    FROM ended_call) AS counted
                WHERE counted.session = ended_call.session;
                DROP INDEX ended_call_at;
                CREATE INDEX ended_call_kept_from ON ended_call (kept_from);
                CREATE INDEX ended_call_caller ON ended_call (caller, number) WHERE caller IS NOT NULL;

                ALTER TABLE ring_session ADD COLUMN kept_from INTEGER;  -- null: not closed
                ALTER TABLE ring_session ADD COLUMN caller TEXT;        -- null: not closed, or no user of the exchange
                ALTER TABLE ring_session ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
                UPDATE ring_session SET kept_from = closed_at, caller = (
                    SELECT CASE WHEN user LIKE 'anonymous:%' THEN 'anonymous:' ELSE user END
                    FROM ring_caller WHERE ring_caller.session = ring_session.session)
                WHERE closed_at IS NOT NULL;
                UPDATE ring_session SET number = counted.number FROM (
                    SELECT session, row_number() OVER (PARTITION BY caller ORDER BY closed_at, session) AS number
                    FROM ring_session WHERE closed_at IS NOT NULL) AS counted
                WHERE counted.session = ring_session.session;
                DROP INDEX ring_session_closed;
                CREATE INDEX ring_session_kept_from ON ring_session (kept_from) WHERE kept_from IS NOT NULL;
                CREATE INDEX ring_session_caller ON ring_session (caller, number) WHERE caller IS NOT NULL;
                CREATE INDEX conversation_session ON conversation (session);

                DROP INDEX recording_audit_at;
                """)
        try RecordingSchema.keepByLatestTime(["recording_audit", "audit"], in: database)
    }
}
