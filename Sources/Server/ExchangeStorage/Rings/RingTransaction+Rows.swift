internal import CallModel
internal import Foundation
internal import GRDB
internal import Redaction
internal import RingCore

/// The rows that a transaction reads and writes: sessions, their legs and users, and the ids of events.
extension RingTransaction {
    /// Notes that an event came. Returns false if it had come before.
    func isNew(_ eventID: CarrierEventID?) throws -> Bool {
        guard let eventID else { return true }
        try database.cachedStatement(sql: "INSERT INTO ring_news VALUES (?, ?) ON CONFLICT DO NOTHING").execute(
            arguments: [eventID.text, now.microseconds])
        return database.changesCount == 1
    }

    func insert(_ session: RingSession, _ caller: RingCaller) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO ring_session (session, parent, revision, is_closed, body) VALUES (?, ?, 0, 0, x'')
                """
        ).execute(arguments: [session.id.description, session.parent.carrierID.rawValue])
        try database.cachedStatement(sql: "INSERT INTO ring_caller VALUES (?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
            session.id.description, caller.number?.revealed, caller.name?.revealed, caller.dialed?.revealed,
            caller.user?.rawValue, caller.device?.rawValue, caller.canBeJoined,
        ])
        try nameUsers(of: session)
        if let user = caller.user { try name(user, session.id) }
    }

    /// Enters the session into the history of its users.
    func nameUsers(of session: RingSession) throws {
        for user in session.users { try name(user, session.id) }
    }

    func name(_ user: UserID, _ session: CallSessionID) throws {
        try database.cachedStatement(sql: "INSERT INTO ring_user VALUES (?, ?) ON CONFLICT DO NOTHING").execute(
            arguments: [user.rawValue, session.description])
    }

    /// Whether one of the users has room for a message; without users, whether the exchange has.
    func hasRoom(forMessagesTo users: [UserID]) throws -> Bool {
        let mailboxes = users.isEmpty ? [UserID(MailboxLimits.ownMailbox)] : users
        return try mailboxes.contains { try messageCount(of: $0) < MailboxLimits.messagesMax }
    }

    mutating func save(_ update: RingSessionUpdate) throws {
        let (session, effects) = (update.session, update.effects)
        guard session.revision != update.revision || !effects.isEmpty else { return }
        let body = try JSONEncoder().encode(session)
        var due: Duration??
        var isClosed = false
        for effect in effects {
            if case .wake(let at) = effect { due = .some(at) }
            if case .closed = effect { isClosed = true }
        }
        try database.cachedStatement(
            sql: """
                UPDATE ring_session SET revision = ?, body = ?, is_closed = is_closed OR ?,
                    closed_at = coalesce(closed_at, ?), due = CASE WHEN ? THEN ? ELSE due END
                WHERE session = ? AND revision = ?
                """
        ).execute(arguments: [
            Int64(session.revision), body, isClosed, isClosed ? now.microseconds : nil, due != nil,
            due.flatMap { $0?.microseconds },
            session.id.description, Int64(update.revision),
        ])
        // There is one writer at a time, so another revision is a bug, and the transaction must fail.
        guard database.changesCount == 1 else { throw RingRow.Unreadable() }
        written[session.id] = session
        guard isClosed else { return }
        try ClosedCalls(database: database, ofPartiesMax: callsOfPartiesMax).closeRing(
            session.id.description, ringing: session.devices.map(\.user.rawValue), at: now.microseconds)
    }

    /// A session as this transaction sees it.
    func session(_ id: CallSessionID) throws -> RingSession? {
        try written[id] ?? RingRow.session(id, in: database, cache)
    }

    func session(at address: RingInput.Address) throws -> CallSessionID? {
        switch address {
        case .session(let id): id
        case .leg(let leg): try session(of: leg)
        }
    }

    func session(of leg: CarrierLegID) throws -> CallSessionID? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT session FROM ring_leg WHERE carrier_leg = ?"),
            arguments: [leg.rawValue]
        ).flatMap { CallSessionID($0) }
    }

    func name(_ leg: CarrierLegID, _ session: CallSessionID) throws {
        try database.cachedStatement(sql: "INSERT INTO ring_leg VALUES (?, ?) ON CONFLICT DO NOTHING").execute(
            arguments: [leg.rawValue, session.description])
    }

    /// Notes the end of a call that has not come in yet, so that it will not ring.
    func remember(_ event: RingEvent, _ address: RingInput.Address) throws {
        guard case .carrier(.hungUp(.parent, _)) = event, case .leg(let leg) = address else { return }
        try database.cachedStatement(sql: "INSERT INTO ring_gone VALUES (?, ?) ON CONFLICT DO NOTHING").execute(
            arguments: [leg.rawValue, now.microseconds])
    }

    func isGone(_ leg: CarrierLegID) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM ring_gone WHERE carrier_leg = ?)"),
            arguments: [leg.rawValue])
            ?? false
    }
}
