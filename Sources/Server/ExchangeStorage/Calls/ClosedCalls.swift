internal import GRDB

/// Closes calls in the history, and bounds the closed calls of each caller: the oldest give way.
///
/// A call is numbered among those with which its caller rang the same users; one that rang no other user is numbered
/// among those of its caller alone. So a call leaves the history of a user whom it rang only through later calls of the
/// same caller that rang this user too, and those are limited by time. A call with a message or a recorded conversation
/// stays, however old it is. Calls from outside belong to no caller; they are deleted by age alone.
struct ClosedCalls {
    /// The most closed calls with which a caller rang the same users: a month of more than three hundred a day.
    static let ofPartiesMax = 10_000
    /// The most calls deleted at once. It is more than one, so that a lowered limit is reached soon.
    private static let batchMax = 8
    /// Guests are a new user in each session, so all of them count as one caller.
    private static let guests = "anonymous:"

    let database: Database
    let ofPartiesMax: Int

    /// Closes a call of the journal. No effect on a call that is closed already.
    ///
    /// - Parameter known: its parties; nil to search the journal for them.
    func closeJournal(_ session: String, of known: CallParties?, at: Int64) throws {
        let call = try known ?? storedParties(of: session)
        let parties = parties(call.caller, call.rung.map { [$0] } ?? [])
        let number = try Int.fetchOne(database.cachedStatement(sql: Self.close), arguments: [session, at, parties])
        guard let number, number > ofPartiesMax else { return }
        let old = try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT session FROM ended_call WHERE parties = :parties AND number <= :last
                        AND NOT EXISTS (SELECT 1 FROM voicemail WHERE voicemail.session = ended_call.session)
                    ORDER BY number LIMIT :count
                    """),
            arguments: ["parties": parties, "last": number - ofPartiesMax, "count": Self.batchMax])
        for session in old { try Self.forgetJournal(session, in: database) }
    }

    private static let close = """
        INSERT OR IGNORE INTO ended_call (session, at, kept_from, parties, number) VALUES (
            ?1, ?2, max(?2, coalesce((SELECT at FROM latest_time), ?2)), ?3,
            1 + coalesce((SELECT max(number) FROM ended_call WHERE parties = ?3), 0))
        RETURNING number
        """

    private func storedParties(of session: String) throws -> CallParties {
        let row = try Row.fetchOne(database.cachedStatement(sql: Self.created), arguments: ["session": session])
        return CallParties(caller: row?["user"], rung: row?["rung"])
    }

    /// The parties of an ended call.
    private static let created = """
        SELECT user, CASE WHEN EXISTS (
            SELECT 1 FROM journal WHERE session = :session AND (
                change = 'legRang' OR change = 'ended' AND reason NOT IN (\(CallParties.silentEnds)))
            ) THEN callee END AS rung
        FROM journal WHERE session = :session AND change = 'created'
        """

    /// Closes a ring session. No effect on a session that is closed already.
    ///
    /// - Parameter users: the users of its devices.
    func closeRing(_ session: String, ringing users: [String], at: Int64) throws {
        let caller = try String.fetchOne(
            database.cachedStatement(sql: "SELECT user FROM ring_caller WHERE session = ?"), arguments: [session])
        let parties = parties(caller, users)
        try database.cachedStatement(
            sql: """
                UPDATE ring_session SET kept_from = max(:at, coalesce((SELECT at FROM latest_time), :at)),
                    parties = :parties,
                    number = 1 + coalesce((SELECT max(number) FROM ring_session WHERE parties = :parties), 0)
                WHERE session = :session AND kept_from IS NULL
                """
        ).execute(arguments: ["session": session, "at": at, "parties": parties])
        let old = try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT session FROM ring_session WHERE parties = :parties
                        AND number <= (SELECT max(number) FROM ring_session WHERE parties = :parties) - :max
                        AND NOT EXISTS (SELECT 1 FROM voicemail WHERE voicemail.session = ring_session.session)
                        AND NOT EXISTS (SELECT 1 FROM conversation WHERE conversation.session = ring_session.session)
                    ORDER BY number LIMIT :count
                    """),
            arguments: ["parties": parties, "max": ofPartiesMax, "count": Self.batchMax])
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

    /// The caller and the other users, each on a line, because no name holds a line break; nil without a caller.
    private func parties(_ caller: String?, _ users: [String]) -> String? {
        guard let caller else { return nil }
        let others = Set(users).subtracting([caller]).sorted()
        return ([caller.hasPrefix(Self.guests) ? Self.guests : caller] + others).joined(separator: "\n")
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

    /// Closed calls are numbered by their caller and the users whom they rang, no longer by the caller alone. Of calls
    /// from before this step, those to a number whose users had no device count as if they had rung.
    static func keepHistoryByParties(_ database: Database) throws {
        try database.execute(
            sql: """
                DROP INDEX ended_call_caller;
                DROP INDEX ring_session_caller;
                -- The caller and the other users, one a line; null: not known, or no user of the exchange calls.
                ALTER TABLE ended_call RENAME COLUMN caller TO parties;
                ALTER TABLE ring_session RENAME COLUMN caller TO parties;
                UPDATE ended_call SET parties = parties || char(10) || created.callee
                FROM journal AS created
                WHERE created.session = ended_call.session AND created.change = 'created'
                    AND created.callee <> created.user AND EXISTS (
                        SELECT 1 FROM journal WHERE journal.session = ended_call.session AND (
                            change = 'legRang'
                            OR change = 'ended' AND reason NOT IN ('unreachable', 'busy', 'incompatible')));
                UPDATE ring_session SET parties = parties || (
                    SELECT coalesce(group_concat(char(10) || user, ''), '') FROM (
                        SELECT user FROM ring_user
                        WHERE ring_user.session = ring_session.session AND user <> (
                            SELECT user FROM ring_caller WHERE ring_caller.session = ring_session.session)
                        ORDER BY user))
                WHERE parties IS NOT NULL;
                UPDATE ended_call SET number = counted.number FROM (
                    SELECT session, row_number() OVER (PARTITION BY parties ORDER BY number, session) AS number
                    FROM ended_call) AS counted
                WHERE counted.session = ended_call.session;
                UPDATE ring_session SET number = counted.number FROM (
                    SELECT session, row_number() OVER (PARTITION BY parties ORDER BY number, session) AS number
                    FROM ring_session WHERE kept_from IS NOT NULL) AS counted
                WHERE counted.session = ring_session.session;
                CREATE INDEX ended_call_parties ON ended_call (parties, number) WHERE parties IS NOT NULL;
                CREATE INDEX ring_session_parties ON ring_session (parties, number) WHERE parties IS NOT NULL;
                """)
    }
}
