import ExchangeServer
import NIOHTTP1
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// Conversations of the public network that are recorded.
@Suite(.timeLimit(.minutes(5))) struct PublicRecordingTests {
    private static let token = TestHTTP.bearer(TestExchange.token)

    private func play(consent: Bool, _ body: (RingScene) async throws -> Void) async throws {
        try await play(consent: consent ? .given : RecordingConsent.none, body)
    }

    private func play(
        consent: RecordingConsent, clock: JumpClock = JumpClock(),
        telnyx: (inout TelnyxConfiguration) -> Void = { _ in }, _ body: (RingScene) async throws -> Void
    ) async throws {
        try await RingScene.play(clock: clock) { configuration in
            configuration.telnyx?.numbers[0].policy.recordsConversations = true
            configuration.telnyx?.numbers[0].consent = consent
        } telnyx: {
            telnyx(&$0)
        } _: {
            try await body($0)
        }
    }

    private func talk(_ scene: RingScene) async throws -> String {
        let (caller, session, rung) = try await scene.ringing()
        scene.act("answer", on: rung[0].id)
        _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
        scene.telnyx.clock.advance(by: .seconds(9))
        scene.act("hangup", on: caller)
        _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
        return session
    }

    private func recordings(_ scene: RingScene, _ isSo: ([JSONObject]) -> Bool) async throws -> [JSONObject] {
        try await scene.until {
            let reply = try await TestHTTP.ask(scene.server, "/api/recordings", authorization: Self.token)
            try #require(reply.status == 200)
            let found = (reply.object["recordings"]?.array ?? []).compactMap(\.object)
            return isSo(found) ? found : nil
        }
    }

    @Test func `with consent a conversation is recorded, listed, and deleted here and at the carrier`() async throws {
        try await play(consent: true) { scene in
            let session = try await talk(scene)
            let recording = try #require(try await recordings(scene) { !$0.isEmpty }.first)
            #expect(recording["call_session_id"]?.string == session && recording["organization_id"] == "acme")
            #expect(try await scene.messages { _ in true }.isEmpty, "it is not a message")
            let path = "/api/recordings/\(recording["id"]?.string ?? "")"
            let own = try await TestHTTP.ask(scene.server, .DELETE, path, authorization: RingScene.basicOfAlice)
            #expect(own.status == 403)
            #expect(try await TestHTTP.ask(scene.server, .DELETE, path, authorization: Self.token).status == 204)
            try await scene.isMarked()
            #expect(scene.asked("/v2/recordings/").allSatisfy { $0.method != "DELETE" }, "the grace is not over")
            scene.clock.advance(by: RingScene.grace)
            _ = try await scene.until {
                scene.asked("/v2/recordings/").first { $0.method == "DELETE" && $0.status == 200 }
            }
            #expect(try await recordings(scene) { _ in true }.isEmpty)
            #expect(try await TestHTTP.ask(scene.server, .DELETE, path, authorization: Self.token).status == 404)
        }
    }

    @Test(arguments: [true, false])
    func `scenario 63: whether it is told twice, or only after the end, a recording is there once`(isTwice: Bool)
        async throws
    {
        try await play(consent: true) { scene in
            let saved = ["call.recording.saved": 1]
            scene.telnyx.set { if isTwice { $0.doubledEvents = saved } else { $0.keptEvents = saved } }
            let session = try await talk(scene)
            if !isTwice {
                #expect(try await recordings(scene) { _ in true }.isEmpty)
                // The carrier may save it only now: then it is told of at once.
                scene.telnyx.set { $0.keptEvents = [:] }
                _ = scene.telnyx.control("POST", "news/release")
            }
            let found = try await recordings(scene) { !$0.isEmpty }
            #expect(found.map { $0["call_session_id"]?.string } == [session])
            try await scene.isQuiet()
            #expect(try await recordings(scene) { _ in true }.count == 1)
        }
    }

    @Test func `without consent nothing is recorded`() async throws {
        try await play(consent: false) { scene in
            _ = try await talk(scene)
            #expect(scene.telnyx.webhooks.allSatisfy { $0.event != "call.recording.saved" })
            #expect(try await recordings(scene) { _ in true }.isEmpty)
        }
    }

    // MARK: - Pausing and announcing

    /// What the audit has of recording, the first first.
    private func audit(
        _ scene: RingScene, _ authorization: String = PublicRecordingTests.token
    ) async throws -> [JSONObject] {
        let reply = try await TestHTTP.ask(scene.server, "/api/recording-audit", authorization: authorization)
        try #require(reply.status == 200)
        return (reply.object["entries"]?.array ?? []).compactMap(\.object).reversed()
    }

    private func done(_ scene: RingScene, _ action: String, times count: Int = 1) async throws {
        _ = try await scene.until {
            scene.asked("actions/\(action)").filter { $0.status == 200 }.count >= count ? true : nil
        }
    }

    @Test func `a recording pauses during a hold, and the audit tells all of it`() async throws {
        try await play(consent: true) { scene in
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            scene.telnyx.clock.advance(by: .seconds(9))
            scene.act("hold", on: caller)
            try await done(scene, "record_pause")
            scene.telnyx.clock.advance(by: .seconds(60))
            scene.act("unhold", on: caller)
            try await done(scene, "record_resume")
            scene.act("hangup", on: caller)
            let recording = try #require(try await recordings(scene) { !$0.isEmpty }.first)
            let path = "/api/recordings/\(recording["id"]?.string ?? "")"
            let whole = try await fetchSound(scene, path + "/sound", RingScene.basicOfAlice)
            #expect(Self.isSound(whole, seconds: 9..<60), "nothing of the minute of hold is in it")
            #expect(try await TestHTTP.ask(scene.server, .DELETE, path, authorization: Self.token).status == 204)
            let entries = try await audit(scene)
            #expect(
                entries.map { $0["action"]?.string } == [
                    "ordered with consent", "begun", "paused for hold", "resumed", "saved", "heard", "deleted",
                ])
            let actors = entries.map { $0["actor"]?.string ?? "" }
            #expect(actors.prefix(2) == ["configuration", "exchange"] && actors[5] == "user:alice")
            #expect(!["", "exchange", "configuration", "user:alice"].contains(actors[6]), "who deleted it: \(actors)")
            #expect(entries.allSatisfy { $0["call_session_id"]?.string == session && $0["organization_id"] == "acme" })
            #expect(
                entries.map { $0["recording"] == recording["id"] } == [false, false, false, false, true, true, true])
        }
    }

    @Test func `a recording pauses while the caller is parked`() async throws {
        try await play(consent: true) { scene in
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            let talk = TransferScenarioTests.Talk(scene: scene, session: session, caller: caller, alices: rung[0].id)
            _ = try await talk.status { $0["state"]?.string == "active" }
            #expect(try await talk.ask("park") == 200)
            try await done(scene, "record_pause")
            scene.act("hangup", on: caller)
            _ = try await recordings(scene) { !$0.isEmpty }
            let actions = try await audit(scene).map { $0["action"]?.string }
            #expect(actions == ["ordered with consent", "begun", "paused for parking", "saved"])
        }
    }

    @Test func `with an announcement nothing is recorded before it was heard`() async throws {
        // The announcement lasts until the test lets it end: where the time stands, twenty seconds take hours.
        let long = { (telnyx: inout TelnyxConfiguration) in telnyx.playbackTime = .seconds(20) }
        try await play(consent: .byAnnouncement, clock: JumpClock(isStanding: true), telnyx: long) { scene in
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            try await done(scene, "speak")
            #expect(scene.asked("actions/record_start").isEmpty)
            scene.telnyx.clock.advance(by: .seconds(30))
            try await done(scene, "record_start")
            scene.telnyx.clock.advance(by: .seconds(9))
            scene.act("hangup", on: caller)
            _ = try await recordings(scene) { !$0.isEmpty }
            let actions = try await audit(scene).map { $0["action"]?.string }
            #expect(actions == ["ordered with announcement", "announcing", "announced", "begun", "saved"])
        }
    }

    @Test func `only managers of the organization read the audit`() async throws {
        try await play(consent: true) { scene in
            _ = try await talk(scene)
            _ = try await recordings(scene) { !$0.isEmpty }
            #expect(try await audit(scene, RingScene.basicOfAlice).isEmpty, "who spoke manages nothing")
            let made = try await TestHTTP.ask(
                scene.server, .POST, "/api/organizations", authorization: Self.token,
                body: #"{"id":"acme","name":"Org","owner":"alice"}"#)
            #expect(made.status == 201)
            #expect(try await audit(scene, RingScene.basicOfAlice).count == 3)
            #expect(try await audit(scene, TestHTTP.basic("bob", "bob-secret")).isEmpty)
            let stranger = try await TestHTTP.ask(scene.server, "/api/recording-audit", authorization: "Bearer unknown")
            #expect(stranger.status == 401)
        }
    }

    // MARK: - Sound

    /// Whether it is the stand-in's file of nine seconds or a little more: two channels of 16 bits at 8 kHz behind a header.
    private static func isSound(_ reply: TestHTTP.Reply, seconds: Range<Int> = 9..<600) -> Bool {
        let count = reply.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        let bytes = { (seconds: Int) in 44 + seconds * 32_000 }
        return reply.status == 200 && (bytes(seconds.lowerBound)..<bytes(seconds.upperBound)).contains(count)
            && (count - 44).isMultiple(of: 4)
    }

    private func recorded(_ scene: RingScene) async throws -> String {
        _ = try await talk(scene)
        let recording = try #require(try await recordings(scene) { !$0.isEmpty }.first)
        return "/api/recordings/\(recording["id"]?.string ?? "")/sound"
    }

    private func fetchSound(
        _ scene: RingScene, _ path: String, _ authorization: String, range: String? = nil
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(
            scene.server, .GET, path, authorization: authorization, headers: range.map { [("Range", $0)] } ?? [])
    }

    @Test func `who spoke hears it, whole or in parts, and the audit tells`() async throws {
        try await play(consent: true) { scene in
            let path = try await recorded(scene)
            let listed = try await TestHTTP.ask(
                scene.server, "/api/recordings", authorization: RingScene.basicOfAlice)
            #expect(listed.object["recordings"]?.array?.count == 1)
            let whole = try await fetchSound(scene, path, RingScene.basicOfAlice)
            #expect(whole.status == 200 && whole.type == "audio/wav" && whole.text.hasPrefix("RIFF"))
            #expect(Self.isSound(whole))
            let count = whole.headers.first(name: "Content-Length") ?? ""
            let part = try await fetchSound(scene, path, RingScene.basicOfAlice, range: "bytes=1-2")
            #expect(part.status == 206 && part.text == "IF")
            #expect(part.headers.first(name: "Content-Range") == "bytes 1-2/\(count)")
            #expect(try await fetchSound(scene, path, RingScene.basicOfAlice, range: "bytes=99999999-").status == 416)
            let several = try await fetchSound(scene, path, RingScene.basicOfAlice, range: "bytes=0-1,4-5")
            #expect(several.status == 200, "what cannot be followed gets the whole")
            let endless = "bytes=0-" + String(repeating: "0", count: 1_024)
            #expect(try await fetchSound(scene, path, RingScene.basicOfAlice, range: endless).status == 400)
            let audit = try await TestHTTP.ask(scene.server, "/api/audit", authorization: Self.token).object
            let heard = (audit["entries"]?.array ?? []).compactMap(\.object)
                .filter { $0["action"] == "recording heard" }
            #expect(heard.map { $0["actor"]?.string } == ["user:alice"], "parts of one hearing are told once")
        }
    }

    @Test func `others hear it only if they manage the organisation it was in`() async throws {
        try await play(consent: true) { scene in
            let path = try await recorded(scene)
            let bob = TestHTTP.basic("bob", "bob-secret")
            func role(_ role: String, of user: String = "bob", in organization: String) async throws {
                let reply = try await TestHTTP.ask(
                    scene.server, .PUT, "/api/organizations/\(organization)/members/\(user)",
                    authorization: Self.token, body: #"{"role":"\#(role)"}"#)
                #expect(reply.status == 200)
            }
            #expect(try await fetchSound(scene, path, bob).status == 404)
            for id in ["acme", "other"] {
                let made = try await TestHTTP.ask(
                    scene.server, .POST, "/api/organizations", authorization: Self.token,
                    body: #"{"id":"\#(id)","name":"Org","owner":"\#(id == "other" ? "bob" : "alice")"}"#)
                #expect(made.status == 201)
            }
            #expect(try await fetchSound(scene, path, bob).status == 404, "bob owns another organisation")
            try await role("member", in: "acme")
            #expect(try await fetchSound(scene, path, bob).status == 404, "a colleague did not speak in it")
            let listed = try await TestHTTP.ask(scene.server, "/api/recordings", authorization: bob)
            #expect(listed.object["recordings"] == [])
            try await role("admin", in: "acme")
            #expect(try await fetchSound(scene, path, bob).status == 200)
            #expect(try await fetchSound(scene, path, Self.token).status == 200)
            #expect(try await fetchSound(scene, path, "Bearer unknown-token").status == 401)
            try await role("owner", in: "acme")
            let left = try await TestHTTP.ask(
                scene.server, .DELETE, "/api/organizations/acme/members/alice", authorization: Self.token)
            #expect(left.status == 204)
            #expect(try await fetchSound(scene, path, RingScene.basicOfAlice).status == 404, "who left hears nothing")
        }
    }

    @Test func `an address that is no longer good is asked for anew, and what the carrier lost is not there`()
        async throws
    {
        try await play(consent: true) { scene in
            let path = try await recorded(scene)
            scene.telnyx.clock.advance(by: .seconds(601))
            let late = try await fetchSound(scene, path, RingScene.basicOfAlice)
            #expect(Self.isSound(late))
            let files = scene.asked("/files/")
            #expect(files.map(\.status) == [403, 200])
            #expect(scene.asked("/v2/recordings").contains { $0.method == "GET" && $0.status == 200 })
            _ = scene.telnyx.control(
                "POST", "faults", ["kind": "refuse", "status": 503, "count": 0, "path": "/v2/recordings"])
            scene.telnyx.clock.advance(by: .seconds(601))
            let refused = try await fetchSound(scene, path, RingScene.basicOfAlice)
            #expect(refused.status == 503 && refused.headers.first(name: "Retry-After") != nil)
            _ = scene.telnyx.control("DELETE", "faults")
            _ = scene.telnyx.control("DELETE", "recordings")
            #expect(try await fetchSound(scene, path, RingScene.basicOfAlice).status == 404)
        }
    }
}
