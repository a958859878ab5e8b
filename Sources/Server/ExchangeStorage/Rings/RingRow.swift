internal import CallModel
internal import Foundation
internal import GRDB
internal import RingCore

/// What rows of the ring tables say.
enum RingRow {
    /// A row holds what this build cannot read.
    struct Unreadable: Error {}

    static func session(_ id: CallSessionID, in database: Database) throws -> RingSession? {
        let body = try Data.fetchOne(
            database, sql: "SELECT body FROM ring_session WHERE session = ?", arguments: [id.description])
        return try body.map { try JSONDecoder().decode(RingSession.self, from: $0) }
    }

    static func item(_ row: Row) throws -> OutboxItem {
        guard let session = CallSessionID(row["session"] as String) else { throw Unreadable() }
        return OutboxItem(
            position: row["position"], session: session,
            body: try JSONDecoder().decode(OutboxItem.Body.self, from: row["body"]), attempts: row["attempts"])
    }
}
