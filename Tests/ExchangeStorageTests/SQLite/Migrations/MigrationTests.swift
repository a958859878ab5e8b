import ExchangeStorage
import Foundation
import GRDB
import Testing

/// Files as earlier versions left them: whatever they held is found by the version of today.
@Suite struct MigrationTests {
    /// Of every version there was: the last step of the schema it knew.
    private static let steps = Schema.migrator.migrations

    @Test(arguments: steps.indices)
    func `data written by a version that knew fewer migrations is found`(last: Int) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let known = Set(Self.steps[...last])
        let found = LegacyRows.all.filter { legacy in
            known.contains(legacy.since) && !(legacy.until.map { known.contains($0) } ?? false)
        }
        try Self.make(folder.path(), upTo: Self.steps[last], with: found.map(\.rows))
        let database = try ExchangeDatabase(path: folder.path())
        try database.sealPlain()
        for legacy in found { try await legacy.check(database) }
        try database.close()
    }

    private static func make(_ path: String, upTo step: String, with rows: [String]) throws {
        let queue = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(queue, upTo: step)
        try queue.write { database in
            for sql in rows { try database.execute(sql: sql) }
        }
        try queue.close()
    }

    @Test func `H4, M6: calls that an older version closed expire as before, and count for their callers`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let calls = ["1": 2_000, "2": 3_000].sorted { $0.key < $1.key }.map { number, at in
            """
            INSERT INTO journal (session, version, at, change, user) VALUES ('\(number)', 1, 1, 'created', 'alice');
            INSERT INTO ended_call VALUES ('\(number)', \(at));
            INSERT INTO ring_session (session, parent, revision, is_closed, body, closed_at)
                VALUES ('\(number)', 'p\(number)', 1, 1, x'', \(at));
            INSERT INTO ring_caller (session, user) VALUES ('\(number)', 'alice');
            INSERT INTO recording_audit (at, organization, session, actor, action) VALUES (\(at), 'o', 's', 'a', 'b');
            """
        }
        try Self.make(folder.path(), upTo: "retention by the latest time", with: calls)
        let database = try ExchangeDatabase(path: folder.path())
        for (moment, count) in [(2_000, 0), (2_001, 1), (3_001, 1)] as [(Int64, Int)] {
            #expect(try database.forgetCalls(endedBefore: .at(moment), atMost: 9) == count)
            #expect(try database.forgetSessions(closedBefore: .at(moment), atMost: 9) == count)
            #expect(try database.forgetRecordingAudit(before: .at(moment), atMost: 9) == count)
            let queue = try DatabaseQueue(path: folder.path())
            defer { try? queue.close() }
            for table in ["ended_call", "ring_session"] {
                let left = try queue.read { try Row.fetchAll($0, sql: "SELECT parties, number FROM \(table)") }
                let numbers = left.map { "\($0["parties"] as String) \($0["number"] as Int)" }
                #expect(numbers == [["alice 1", "alice 2"], ["alice 2"], []][min(Int(moment - 2_000), 2)])
            }
        }
        try database.close()
    }

    @Test func `M6: calls that an older version closed count among those of the same caller and users`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let dials: [(callee: String?, reason: String)] = [
            ("bob", "cancelled"), (nil, "unreachable"), ("carol", "noAnswer"), ("alice", "cancelled"),
            ("bob", "declined"), ("bob", "unreachable"),
        ]
        let calls = dials.enumerated().map { index, dial in
            let (session, number) = (index + 1, index + 1)
            let called = dial.callee.map { "'\($0)'" } ?? "NULL"
            return """
                INSERT INTO journal (session, version, at, change, reason)
                    VALUES ('\(session)', 2, 1, 'ended', '\(dial.reason)');
                INSERT INTO journal (session, version, at, change, user, callee)
                    VALUES ('\(session)', 1, 1, 'created', 'alice', \(called));
                INSERT INTO ended_call (session, at, kept_from, caller, number)
                    VALUES ('\(session)', 1, 1, 'alice', \(number));
                INSERT INTO ring_session (session, parent, revision, is_closed, body, kept_from, caller, number)
                    VALUES ('\(session)', 'p\(session)', 1, 1, x'', 1, 'alice', \(number));
                INSERT INTO ring_caller (session, user) VALUES ('\(session)', 'alice');
                INSERT INTO ring_user SELECT value, '\(session)' FROM json_each(json_array('alice', \(called)))
                    WHERE value IS NOT NULL ON CONFLICT DO NOTHING;
                """
        }
        try Self.make(folder.path(), upTo: "awaited messages", with: calls)
        try ExchangeDatabase(path: folder.path()).close()
        let queue = try DatabaseQueue(path: folder.path())
        defer { try? queue.close() }
        for table in ["ended_call", "ring_session"] {
            let rows = try queue.read {
                try Row.fetchAll($0, sql: "SELECT parties, number FROM \(table) ORDER BY session")
            }
            let numbers = rows.map { row in
                "\((row["parties"] as String).replacingOccurrences(of: "\n", with: "+")) \(row["number"] as Int)"
            }
            // A ring session does not tell why it ended.
            let last = table == "ended_call" ? "alice 3" : "alice+bob 3"
            #expect(numbers == ["alice+bob 1", "alice 1", "alice+carol 1", "alice 2", "alice+bob 2", last])
        }
    }

    @Test func `a new file equals an empty one after all migrations`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try ExchangeDatabase(path: folder.path()).close()
        let (new, stepped) = (try DatabaseQueue(path: folder.path()), try DatabaseQueue(path: folder.path("stepped")))
        try Schema.migrator.migrate(stepped)
        #expect(try Self.content(new) == Self.content(stepped))
        #expect(try new.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        #expect(try new.read { try Schema.migrator.hasCompletedMigrations($0) })
    }

    /// The statements that make everything in a database, and the rows of every table.
    private static func content(_ database: any DatabaseReader) throws -> [String] {
        try database.read { database in
            let statements = try Row.fetchAll(
                database, sql: "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
            let rows = try statements.filter { $0["type"] == "table" }.flatMap { table in
                let name: String = table["name"]
                return try Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\"").map { "\(name): \($0)" }
            }
            return statements.map(\.description) + rows
        }
    }

    @Test func `every step but for those that only make room has left something to be found`() {
        let known = Set(LegacyRows.all.map(\.since))
        #expect(
            Set(Self.steps).subtracting(known) == [
                "one mailbox", "calls that meet", "grace of recordings", "sealed tokens", "latest time",
                "times of the outbox", "sealed names", "unknown lengths", "sources of parked news",
                "retention by the latest time", "history by the latest time", "history by parties",
            ])
        #expect(known.union(LegacyRows.all.compactMap(\.until)).isSubset(of: Self.steps))
    }
}
