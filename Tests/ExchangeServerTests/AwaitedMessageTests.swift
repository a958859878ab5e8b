import ExchangeServer
import ExchangeStorage
import Redaction
import Testing
import WireJSON

/// Messages of calls between users that are not stored when their call ends.
@Suite(.timeLimit(.minutes(5))) struct AwaitedMessageTests {
    /// What becomes of a message that was said in the call.
    enum Course: CaseIterable {
        case stored, nothingSaid, givenUp
    }

    private static func run<Value>(
        in folder: Scratch, writingTo lines: LogLines, _ body: (ExchangeServer) async throws -> Value
    ) async throws -> Value {
        try await TestExchange.run(
            {
                $0.databasePath = folder.path
                $0.voicemail = VoicemailSettings()
                $0.users[1].hasVoicemail = true
            }, writingTo: lines, body)
    }

    /// alice calls bob, who is away, speaks to the attendant and hangs up.
    ///
    /// - Returns: the call's session.
    private static func attended(on server: ExchangeServer) async throws -> String {
        let access = try #require(server.attendantAccess)
        let attendant = try await TestClient.connect(to: server, port: access.port)
        try await attendant.logIn(.telnyx, as: access.login, password: access.password.revealed, session: "attendant")
        let alice = try await TestClient.connect(to: server)
        try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
        let session = try #require(try await alice.dial("bob", callID: "c", .telnyx)["telnyx_session_id"]?.string)
        attendant.answer(try #require(try await attendant.told("telnyx_rtc.invite")["callID"]?.string), .telnyx)
        _ = try await attendant.result(of: "answer")
        alice.bye("c", .telnyx)
        _ = try await attendant.told("telnyx_rtc.bye")
        return session
    }

    private static func follow(
        _ course: Course, of session: String, on server: ExchangeServer, _ lines: LogLines
    ) async throws {
        let message = VoicemailMessage(
            mailbox: "bob", session: session, callerName: nil, callerNumber: nil, length: .seconds(60),
            sound: [UInt8](repeating: 0, count: 1_000_000))
        switch course {
        case .stored: await server.keep(message)
        case .nothingSaid: await server.discard(messageInCall: session)
        case .givenUp:
            try server.fillStore(true)
            let keeping = Task { await server.keep(message) }
            await lines.line { $0.contains("call \(session): a message that was left cannot be stored now") }
            keeping.cancel()
            await keeping.value
            try server.fillStore(false)
        }
    }

    @Test func `H1: a message that is not stored when the exchange dies after its call is alarmed by the next one`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        let session = try await Self.run(in: folder, writingTo: LogLines()) { server in
            try await Self.attended(on: server)
        }
        let lines = LogLines()
        try await Self.run(in: folder, writingTo: lines) { server in
            #expect(server.callsLostByRestart == 0, "the call had ended")
            await lines.line { $0.contains("warning call \(session): messageFailed") }
        }
    }

    @Test(arguments: Course.allCases)
    func `H1: of a message that was stored, was none or was alarmed, the next exchange says nothing`(
        course: Course
    ) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let lines = LogLines()
        try await Self.run(in: folder, writingTo: lines) { server in
            let session = try await Self.attended(on: server)
            try await Self.follow(course, of: session, on: server, lines)
        }
        #expect(
            lines.all.contains { $0.contains("a message that was left could not be stored") } == (course == .givenUp))
        let database = try ExchangeServer.database(at: folder.path)
        #expect(try database.closeUnfinished(at: 1, except: []).isEmpty)
        #expect(try database.unheardEnds(atMost: 9) == [])
        try database.close()
    }
}
