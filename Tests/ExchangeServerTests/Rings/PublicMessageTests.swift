import Clocks
import ExchangeServer
import ExchangeStorage
import NIOHTTP1
import Redaction
import RingTime
import Standins
import Testing
import WireJSON

/// Messages that Telnyx recorded, in the same mailbox as those the exchange recorded itself.
@Suite(.timeLimit(.minutes(5))) struct PublicMessageTests {
    private func sound(_ scene: RingScene, _ id: String) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(scene.server, "/api/voicemail/\(id)/sound", authorization: RingScene.basicOfAlice)
    }

    private func delete(_ scene: RingScene, _ id: String) async throws {
        let reply = try await TestHTTP.ask(
            scene.server, .DELETE, "/api/voicemail/\(id)", authorization: RingScene.basicOfAlice)
        #expect(reply.status == 204)
    }

    private func deletions(_ scene: RingScene) -> [StandinLogEntry] {
        scene.asked("/v2/recordings/").filter { $0.method == "DELETE" && $0.status == 200 }
    }

    @Test func `a message is fetched, heard, and deleted here and at the carrier`() async throws {
        try await RingScene.play { scene in
            let session = try await scene.messageLeft()
            let message = try #require(try await scene.messages { $0.first?["sound"] == "ready" }.first)
            #expect(message["call_session_id"]?.string == session && message["heard"] == false)
            #expect(message["caller_number"]?.string == "+15550100001")
            #expect((message["milliseconds"]?.integer ?? 0) >= 5_000)
            let id = try #require(message["id"]?.string)
            let sound = try await sound(scene, id)
            #expect(sound.status == 200 && sound.type == "audio/wav" && sound.text.hasPrefix("RIFF"))
            #expect(deletions(scene).isEmpty, "it stays at the carrier as long as alice keeps it")
            try await delete(scene, id)
            try await scene.isMarked()
            #expect(deletions(scene).isEmpty, "the grace is not over")
            scene.clock.advance(by: RingScene.grace)
            _ = try await scene.until { deletions(scene).first }
            #expect(try await scene.messages { _ in true }.isEmpty)
        }
    }

    @Test func `where the address is no longer good the carrier is asked for another`() async throws {
        try await RingScene.play { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 403), path: ".wav"))
            _ = try await scene.messageLeft()
            _ = try await scene.messages { $0.first?["sound"] == "ready" }
            #expect(scene.asked("/v2/recordings").count == 1)
        }
    }

    @Test func `a carrier that cannot give the sound now is asked again; till then there is none`() async throws {
        try await RingScene.play { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: 2, path: ".wav"))
            _ = try await scene.messageLeft()
            let waiting = try #require(try await scene.messages { !$0.isEmpty }.first)
            if waiting["sound"] == "awaited", let id = waiting["id"]?.string {
                let reply = try await sound(scene, id)
                #expect(reply.status == 404 || reply.text.hasPrefix("RIFF"))
            }
            _ = try await scene.until { scene.asked("/files/").count >= 2 ? true : nil }
            scene.clock.advance(by: .seconds(2))
            _ = try await scene.messages { $0.first?["sound"] == "ready" }
        }
    }

    @Test func `H4: a recording without a word is no message, and the carrier deletes it after the grace`() async throws
    {
        try await RingScene.play(clock: JumpClock(isStanding: true)) { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["outcome"]?.string == "noAnswer" }
            try await scene.isMarked()
            scene.clock.advance(by: RingScene.grace)
            _ = try await scene.until { deletions(scene).first }
            #expect(try await scene.messages { _ in true }.isEmpty)
        }
    }

    /// Of a number whose only user has no device that Telnyx can ring.
    @Test func `H1: a message of a number whose users have no device is every user's of the number`() async throws {
        try await RingScene.play { configuration in
            let number = Redacted(RingScene.number)
            configuration.telnyx?.numbers = [CalledNumber(number, users: ["dan", "eve"], organization: "acme")]
            for name in ["dan", "eve"] {
                configuration.users.append(
                    UserEntry(name: name, password: PasswordHash(password: Redacted("\(name)-secret"))))
            }
        } _: { scene in
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.telnyx.clock.advance(by: .seconds(9))
            scene.act("hangup", on: caller)
            for name in ["dan", "eve"] {
                let messages = try await scene.messages(of: TestHTTP.basic(name, "\(name)-secret")) {
                    $0.first?["sound"] == "ready"
                }
                #expect(messages.count == 1)
            }
            #expect(deletions(scene).isEmpty)
        }
    }

    /// The same at the exchange's own gateway, where the attendant takes the message.
    @Test func `H1: a message of a gateway number whose users have no device is every user's of the number`()
        async throws
    {
        try await RingScene.play { configuration in
            configuration.voicemail = VoicemailSettings()
            configuration.numbers = [CalledNumber("4000", users: ["dan", "eve"], organization: "acme")]
            for name in ["dan", "eve"] {
                var user = UserEntry(name: name, password: PasswordHash(password: Redacted("\(name)-secret")))
                user.hasVoicemail = true
                configuration.users.append(user)
            }
        } _: { scene in
            let attendant = try #require(try await GatewayCarrierCall.attendant(scene))
            let caller = try await scene.phone("bob-phone")
            _ = try await caller.dial("4000", callID: "c", .telnyx)
            let leg = try #require(try await attendant.told("telnyx_rtc.invite")["callID"]?.string)
            let operatorToken = TestHTTP.bearer(TestExchange.token)
            let session = try #require(
                try await scene.history(of: operatorToken).first?["call_session_id"]?.string)
            attendant.answer(leg, .telnyx)
            _ = try await attendant.result(of: "answer")
            _ = try await scene.status(of: session) { $0["state"]?.string == "voicemail" }
            caller.bye("c", .telnyx)
            _ = try await attendant.told("telnyx_rtc.bye")
            await scene.server.keep(
                VoicemailMessage(
                    mailbox: "dan", session: session, callerName: "Bob", callerNumber: "1002", length: .seconds(5),
                    sound: Array("RIFF".utf8)))
            for name in ["dan", "eve"] {
                let messages = try await scene.messages(of: TestHTTP.basic(name, "\(name)-secret")) { !$0.isEmpty }
                #expect(messages.map { $0["sound"] } == ["ready"])
            }
        }
    }

    @Test func `H1: a sound that is not to be had is an alarm that names the call, and the message stays`() async throws
    {
        let lines = LogLines()
        // The day of attempts takes moments, which a calendar that had to follow would take for a jump of the clock.
        try await RingScene.play(writingTo: lines, calendar: SystemClock()) { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: ".wav"))
            let session = try await scene.messageLeft()
            // The remaining work would be too late for a clock that is pushed forward.
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            try await scene.passHours {
                lines.all.contains { $0.contains("error call \(session): the sound of a message is lost") }
            }
            let message = try #require(try await scene.messages { $0.first?["sound"] == "lost" }.first)
            #expect(message["call_session_id"]?.string == session)
            let page = try await scene.until {
                let page = try await TestHTTP.ask(
                    scene.server, "/metrics", authorization: TestHTTP.bearer(TestExchange.token)
                ).text
                return page.contains("\ncarillon_ring_alarms_total 0\n") ? nil : page
            }
            let isOne = page.contains("\ncarillon_ring_alarms_total 1\n")
            #expect(isOne, "\(lines.all.filter { $0.hasPrefix("error") || $0.hasPrefix("warning") })")
        }
    }

    // MARK: - Users who are no more

    private static let numberOfCarol = "+15550100077"

    private func ask(
        _ scene: RingScene, _ method: HTTPMethod, _ path: String, _ body: String? = nil
    ) async throws -> Int {
        try await TestHTTP.ask(
            scene.server, method, path, authorization: TestHTTP.bearer(TestExchange.token), body: body
        ).status
    }

    private func makeNumberOfCarol(_ scene: RingScene) async throws {
        let body = #"{"number":"\#(Self.numberOfCarol)","carrier":"telnyx","users":["carol"],"voicemail":true}"#
        #expect(try await ask(scene, .POST, "/api/numbers", body) == 201)
    }

    /// A caller dials carol's number and begins to speak.
    private func speaking(_ scene: RingScene) async throws -> String {
        let caller = scene.telnyx.callIn(from: "+15550100001", to: Self.numberOfCarol)
        _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
        scene.telnyx.clock.advance(by: .seconds(9))
        return caller
    }

    /// The exchange itself has one message, and an alarm was raised for it; carol's mailbox has none.
    private func isKept(_ folder: Scratch, _ lines: LogLines) throws {
        let database = try ExchangeServer.database(at: folder.path)
        #expect(try database.messages(of: MailboxLimits.ownMailbox).count == 1)
        #expect(try database.messages(of: "carol") == [])
        try database.close()
        #expect(lines.all.count { $0.contains("messageWithoutUser") } == 1)
    }

    @Test(arguments: [false, true])
    func `H1: a message of a number whose only user was deleted is the exchange's, with an alarm`(
        whileSpeaking: Bool
    ) async throws {
        let (folder, lines) = (try Scratch(), LogLines())
        defer { folder.remove() }
        try await RingScene.play(database: folder.path, writingTo: lines) { scene in
            let made = try await ask(scene, .POST, "/api/users", #"{"name":"carol","password":"carol-secret-word"}"#)
            #expect(made == 201)
            try await makeNumberOfCarol(scene)
            if !whileSpeaking { #expect(try await ask(scene, .DELETE, "/api/users/carol") == 204) }
            let caller = try await speaking(scene)
            if whileSpeaking { #expect(try await ask(scene, .DELETE, "/api/users/carol") == 204) }
            scene.act("hangup", on: caller)
            await lines.line { $0.contains("messageWithoutUser") }
        }
        try isKept(folder, lines)
    }

    @Test func `H1: a message of an API's number whose only user left the file is the exchange's, with an alarm`()
        async throws
    {
        let (folder, lines) = (try Scratch(), LogLines())
        defer { folder.remove() }
        var configuration = ExchangeConfiguration()
        try await RingScene.play(database: folder.path, writingTo: lines) {
            configuration = $0
            $0.users.append(UserEntry(name: "carol", password: PasswordHash(password: "carol-secret-word")))
        } _: { scene in
            try await makeNumberOfCarol(scene)
            let without = configuration
            #expect(await scene.server.reload { without })
            let caller = try await speaking(scene)
            scene.act("hangup", on: caller)
            await lines.line { $0.contains("messageWithoutUser") }
        }
        try isKept(folder, lines)
    }

    /// The carrier has the sound, and cannot give it now.
    @Test(arguments: [false, true])
    func `H1: a message whose sound is still to come when its user leaves the file is an alarm, and stays`(
        whileStopped: Bool
    ) async throws {
        let (folder, lines) = (try Scratch(), LogLines())
        defer { folder.remove() }
        var session = ""
        func isReported() async { await lines.line { $0.contains("warning call \(session): a message is unheard") } }
        var without = ExchangeConfiguration()
        try await RingScene.play(database: folder.path, writingTo: lines) {
            without = $0
            $0.users.append(UserEntry(name: "carol", password: PasswordHash(password: "carol-secret-word")))
        } _: { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: ".wav"))
            try await makeNumberOfCarol(scene)
            scene.act("hangup", on: try await speaking(scene))
            let message = try await scene.messages(of: TestHTTP.basic("carol", "carol-secret-word")) { !$0.isEmpty }
            session = try #require(message.first?["call_session_id"]?.string)
            guard !whileStopped else { return }
            let changed = without
            #expect(await scene.server.reload { changed })
            await isReported()
        }
        if whileStopped {
            try await RingScene.play(database: folder.path, writingTo: lines) { scene in await isReported() }
        }
        let database = try ExchangeServer.database(at: folder.path)
        #expect(try database.messages(of: "carol").map(\.session) == [session], "it is carol's if she comes back")
        try database.close()
    }
}
