internal import CallModel
internal import Foundation
internal import GRDB
internal import RingCore

/// Writes the effects of a session: commands and pushes to the outbox, records, messages, and the audit.
extension RingTransaction {
    /// The result of writing an effect.
    enum Written {
        case done
        /// A command was withdrawn before it was sent.
        case withdrawn(RingCommandID)
        /// A message went to the exchange itself, because all its users were deleted meanwhile.
        case leftWithoutUser(RecordingID)
    }

    func write(_ effect: RingEffect, of session: RingSession) throws -> Written {
        switch effect {
        case .command(let command, let id): try post(.command(command, id), named: id.description, session.id)
        case .push(let push, let device, let round):
            try post(.push(push, device, round: round), named: nil, session.id)
        case .record(let record): return try keep(record, of: session)
        case .withdraw(let id):
            try database.cachedStatement(sql: "DELETE FROM ring_outbox WHERE command = ? AND attempts = 0").execute(
                arguments: [id.description])
            return database.changesCount == 1 ? .withdrawn(id) : .done
        case .alarm(let alarm): if let cause = RecordingAlarm.Cause(alarm) { try note(cause, session.id.description) }
        case .notice, .reply, .stateChanged, .wake, .refused, .closed: break
        }
        return .done
    }

    private func post(_ body: OutboxItem.Body, named command: String?, _ session: CallSessionID) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO ring_outbox (command, session, lane, kind, body, queued_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            command, session.description, body.lane(of: session), body.kind.rawValue,
            try JSONEncoder().encode(body), now.microseconds,
        ])
    }

    func settle(_ command: RingCommandID) throws {
        try database.cachedStatement(sql: "DELETE FROM ring_outbox WHERE command = ?").execute(arguments: [
            command.description
        ])
    }

    private func keep(_ record: RingRecord, of session: RingSession) throws -> Written {
        try database.cachedStatement(
            sql: """
                INSERT INTO ring_record
                SELECT ?1, coalesce(max(position) + 1, 0), ?2 FROM ring_record WHERE session = ?1
                """
        ).execute(arguments: [session.id.description, try JSONEncoder().encode(record)])
        switch record {
        case .message(let recording, let length, let recipients):
            let mailboxes = try mailboxes(of: recipients)
            for mailbox in mailboxes { try leave(recording, of: length, in: mailbox, session.id) }
            try recordings.set(.fetch, of: recording)
            if recipients != .exchange, mailboxes == [MailboxLimits.ownMailbox] { return .leftWithoutUser(recording) }
        case .discarded(let recording, _):
            try recordings.set(.delete, of: recording)
            if session.policy.recordsConversations { try audit(.discarded, of: session) }
        case .recording(let step): try audit(.step(step), of: session)
        case .conversation(let recording, let length):
            try database.cachedStatement(
                sql: """
                    INSERT INTO conversation (id, recording, session, organization, at, milliseconds, user)
                    VALUES (lower(hex(randomblob(16))), ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """
            ).execute(arguments: [
                recording.rawValue, session.id.description, session.organization.rawValue, now.microseconds,
                length.map { $0.microseconds / 1_000 }, session.userOfWinner?.rawValue,
            ])
            if database.changesCount > 0 {
                try ExchangeDatabase.note(
                    .saved, ofConversations: "recording = ?", [recording.rawValue], by: RecordingAuditEntry.exchange,
                    at: now.microseconds, in: database)
            }
        case .device, .missedCall, .call: break
        }
        return .done
    }

    func audit(
        _ action: RecordingAction, of session: RingSession, by actor: String = RecordingAuditEntry.exchange
    ) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO recording_audit (at, organization, session, actor, action) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            now.microseconds, session.organization.rawValue, session.id.description, actor, action.text,
        ])
    }

    /// The mailboxes of a message: those of its users that have room. If none has room, all of them, because the caller
    /// was asked for a message while there was room. If all users were deleted, the exchange's own mailbox.
    private func mailboxes(of recipients: MessageRecipients) throws -> [String] {
        let users = try recipients.users.filter { try !ExchangeDatabase.isDeleted($0.rawValue, in: database) }
        guard !users.isEmpty else { return [MailboxLimits.ownMailbox] }
        let roomy = try users.filter { try messageCount(of: $0) < MailboxLimits.messagesMax }
        return (roomy.isEmpty ? users : roomy).map(\.rawValue)
    }

    /// Puts a message into a mailbox; the carrier still has its sound.
    private func leave(
        _ recording: RecordingID, of length: Duration?, in mailbox: String, _ session: CallSessionID
    ) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO voicemail (id, mailbox, session, caller_name, caller_number, at, milliseconds, recording)
                SELECT lower(hex(randomblob(16))), ?1, ?2, name, number, ?3, ?4, ?5
                FROM (SELECT 1) LEFT JOIN ring_caller ON session = ?2 WHERE true
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            mailbox, session.description, now.microseconds, length.map { $0.microseconds / 1_000 }, recording.rawValue,
        ])
    }

    func messageCount(of user: UserID) throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM voicemail WHERE mailbox = ?"),
            arguments: [user.rawValue]) ?? 0
    }

    /// Notes a recording that was lost or had a wrong end, so that an operator is told even if this process dies.
    func note(_ cause: RecordingAlarm.Cause, _ session: String) throws {
        try database.cachedStatement(sql: "INSERT INTO unheard_end (session, cause) VALUES (?, ?)").execute(
            arguments: [session, cause.rawValue])
    }
}
