internal import GRDB

/// Notes of messages that are still to be stored, at most one a call between users. A note is there from the attendant's
/// claim on, until the message is stored or there is none.
///
/// The attendant has a message in memory alone, also for some time after the call. So a note of an earlier run stands
/// for a message that was lost with it. The note comes with the claim, because the attendant is answered only when that
/// is stored; the end of the call may be stored after the message.
enum AwaitedMessages {
    /// Whether a planned leg is the attendant's.
    static func isAttendant(_ planned: JournalRow) -> Bool {
        planned.user == MailboxLimits.attendantUser && planned.device == MailboxLimits.attendantDevice
    }

    /// Notes a claim, if it is the attendant's. A call to a number notes its message in its ring session.
    static func note(_ claim: JournalRow, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO awaited_message
                SELECT session FROM journal
                WHERE session = ? AND change = 'legPlanned' AND leg = ? AND user = ? AND device = ?
                    AND NOT EXISTS (SELECT 1 FROM ring_session WHERE ring_session.session = journal.session)
                """
        ).execute(arguments: [
            claim.session, claim.leg, MailboxLimits.attendantUser, MailboxLimits.attendantDevice,
        ])
    }

    /// Deletes the note of a call, if it has one.
    static func forget(_ session: String, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM awaited_message WHERE session = ?").execute(arguments: [session])
    }

    /// Turns all notes into alarms.
    static func alarm(in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO unheard_end (session, cause) SELECT session, ? FROM awaited_message ORDER BY session",
            arguments: [RecordingAlarm.Cause.messageFailed.rawValue])
        try database.execute(sql: "DELETE FROM awaited_message")
    }
}
