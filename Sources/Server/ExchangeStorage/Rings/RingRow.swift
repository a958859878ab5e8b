package import CallModel
internal import Foundation
internal import GRDB
internal import Redaction
package import RingCore
internal import Synchronization

/// Reads rows of the ring tables.
enum RingRow {
    /// A row that this build cannot read.
    struct Unreadable: Error {}

    static func session(
        _ id: CallSessionID, in database: Database, _ cache: RingSessionCache
    ) throws -> RingSession? {
        if let kept = cache.session(id), try revision(of: id, in: database) == Int64(kept.revision) { return kept }
        let body = try Data.fetchOne(
            database.cachedStatement(sql: "SELECT body FROM ring_session WHERE session = ?"),
            arguments: [id.description])
        return try body.map { try JSONDecoder().decode(RingSession.self, from: $0) }
    }

    private static func revision(of id: CallSessionID, in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT revision FROM ring_session WHERE session = ?"),
            arguments: [id.description])
    }

    static func item(_ row: Row) throws -> OutboxItem {
        guard let session = CallSessionID(row["session"] as String) else { throw Unreadable() }
        let firstTakenAt: Int64? = row["first_taken_at"]
        return OutboxItem(
            position: row["position"], session: session,
            body: try JSONDecoder().decode(OutboxItem.Body.self, from: row["body"]), attempts: row["attempts"],
            firstTakenAt: firstTakenAt.map { .microseconds($0) })
    }

    static func caller(_ row: Row) -> RingCaller {
        func text(_ column: String) -> Redacted<String>? { (row[column] as String?).map { Redacted($0) } }
        return RingCaller(
            number: text("number"), name: text("name"), dialed: text("dialled"),
            user: (row["user"] as String?).map { UserID($0) }, device: (row["device"] as String?).map { DeviceID($0) },
            canBeJoined: row["can_be_joined"])
    }

    static func ring(
        _ id: CallSessionID, in database: Database, _ cache: RingSessionCache
    ) throws -> StoredRing? {
        guard let session = try session(id, in: database, cache) else { return nil }
        let caller = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT * FROM ring_caller WHERE session = ?"), arguments: [id.description])
        return StoredRing(
            session: session, caller: caller.map(Self.caller) ?? RingCaller(),
            users: try users(of: id, in: database),
            records: try records(of: id, in: database))
    }

    static func users(of id: CallSessionID, in database: Database) throws -> [UserID] {
        try String.fetchAll(
            database.cachedStatement(sql: "SELECT user FROM ring_user WHERE session = ? ORDER BY user"),
            arguments: [id.description]
        ).map { UserID($0) }
    }

    static func records(of id: CallSessionID, in database: Database) throws -> [RingRecord] {
        try Data.fetchAll(
            database.cachedStatement(sql: "SELECT body FROM ring_record WHERE session = ? ORDER BY position"),
            arguments: [id.description]
        ).map { try JSONDecoder().decode(RingRecord.self, from: $0) }
    }
}

/// A cache of open sessions as last stored, so that a session is not decoded for each of many successive events.
///
/// A reader must compare the revision with that of the row. The cache has two generations of up to ``countMax``
/// sessions, and forgets the older one when the newer is full. Isolation: any thread.
package final class RingSessionCache: Sendable {
    /// The most sessions of a generation, some kilobytes each. Further sessions are decoded from their rows.
    package static let countMax = 1_024

    private struct State {
        var recent: [CallSessionID: RingSession] = [:]
        var older: [CallSessionID: RingSession] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// A session as stored at some time, if it is cached.
    package func session(_ id: CallSessionID) -> RingSession? {
        state.withLock { $0.recent[id] ?? $0.older[id] }
    }

    /// Caches sessions that are stored by now.
    package func keep(_ sessions: some Sequence<RingSession>) {
        state.withLock { state in
            for session in sessions where !session.isClosed {
                if state.recent.count >= Self.countMax {
                    state.older = state.recent
                    state.recent = [:]
                }
                state.recent[session.id] = session
            }
        }
    }
}
