import Clocks
import ExchangeServer
import Foundation
import NIOHTTP1
import Synchronization
import Testing
import WireJSON

/// Old entries are deleted, and none is because a clock is wrong.
@Suite(.timeLimit(.minutes(5))) struct RetentionTests {
    private static let token = TestHTTP.bearer(TestExchange.token)

    /// An exchange on a folder's database whose calendar is off by so many days.
    private static func run<Value>(
        _ folder: Scratch, ahead days: Int64, writingTo lines: LogLines = LogLines(),
        _ body: (ExchangeServer, LogLines) async throws -> Value
    ) async throws -> Value {
        try await TestExchange.run(
            time: WrongCalendar(days: days),
            { $0.databasePath = folder.path }, writingTo: lines
        ) { try await body($0, lines) }
    }

    private static func leave(at server: ExchangeServer) async {
        await server.keep(
            VoicemailMessage(
                mailbox: "bob", session: "01900000-0000-7000-8000-000000000001", callerName: nil, callerNumber: nil,
                length: .seconds(5), sound: Array("RIFF".utf8)))
    }

    private static func messages(_ server: ExchangeServer) async throws -> Int {
        let bob = try await AccountClient.logIn(server, as: "bob")
        return try await bob.ask(.GET, "/api/voicemail").object["messages"]?.array?.count ?? 0
    }

    private static func metric(_ name: String, _ server: ExchangeServer) async throws -> Int? {
        let page = try await TestHTTP.ask(server, "/metrics", authorization: token).text
        return page.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap {
            Int($0.split(separator: " ")[1])
        }
    }

    @Test func `H4: a start with a clock 400 days ahead deletes nothing, alarms, and says what to do`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.run(folder, ahead: 0) { server, _ in await Self.leave(at: server) }
        try await Self.run(folder, ahead: 400) { server, lines in
            #expect(lines.all.contains { $0.contains("nothing is deleted by age") && $0.contains("/api/clock") })
            #expect(try await Self.metric("carillon_retention_held", server) == 1)
            let ahead = try await Self.metric("carillon_clock_ahead_seconds", server) ?? 0
            #expect(ahead > 399 * 86_400)
            #expect(try await Self.messages(server) == 1)
        }
        try await Self.run(folder, ahead: 0) { server, _ in
            let held = try await Self.metric("carillon_retention_held", server)
            #expect(held == 0)
            #expect(try await Self.messages(server) == 1, "the latest time was not taken from the wrong clock")
        }
    }

    @Test func `H4: what expires unheard is counted once an operator has confirmed the clock`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.run(folder, ahead: 0) { server, _ in await Self.leave(at: server) }
        try await Self.run(folder, ahead: 400) { server, _ in
            let path = "/api/clock/confirmation"
            let denied = try await TestHTTP.ask(server, .POST, path, authorization: TestHTTP.basic("bob", "bob-secret"))
            #expect(denied.status == 403)
            #expect(try await TestHTTP.ask(server, .POST, path, authorization: Self.token).status == 204)
            #expect(try await Self.metric("carillon_retention_held", server) == 0)
        }
        // The latest time is kept as the exchange stops: the next one believes the clock from the start.
        try await Self.run(folder, ahead: 400) { _, lines in
            await lines.line { $0.contains("1 messages expired unheard after 90 days") }
        }
    }

    @Test(arguments: [1, 30] as [Int64])
    func `H4: a clock that stands back deletes nothing that is young`(days: Int64) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.run(folder, ahead: 0) { server, _ in await Self.leave(at: server) }
        try await Self.run(folder, ahead: -days) { server, _ in
            let held = try await Self.metric("carillon_retention_held", server)
            #expect(held == 0)
            #expect(try await Self.messages(server) == 1)
        }
    }
}

/// A calendar that is off by so many days, on a machine whose monotonic time stands still.
private struct WrongCalendar: TimeSource {
    let days: Int64
    let now = Duration.zero

    var date: Date { Date(timeIntervalSinceNow: Double(days) * 86_400) }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {}
}
