import CallModel
import ExchangeServer
import ExchangeStorage
import NIOHTTP1
import Redaction
import RingCore
import RingTime
import Testing
import WireJSON

/// What only calls to a number have that the exchange's own gateway carries. What they share with those of another
/// carrier: `CarrierScenarioTests`.
@Suite(.timeLimit(.minutes(5))) struct NumberScenarioTests {
    private static func play(
        database: String? = nil, hasVoicemail: Bool = false, _ body: (RingScene) async throws -> Void
    ) async throws {
        try await RingScene.play(database: database) { configuration in
            guard hasVoicemail else { return }
            configuration.voicemail = VoicemailSettings()
            configuration.users[0].hasVoicemail = true
        } _: { scene in
            try await body(scene)
        }
    }

    @Test(arguments: [false, true])
    func `without an attendant an unanswered call ends`(hasVoicemail: Bool) async throws {
        // Where there is voicemail, its attendant has not come.
        try await Self.play(hasVoicemail: hasVoicemail) { scene in
            let call = try await scene.numberRinging()
            scene.clock.advance(by: .seconds(31))
            #expect(try await call.caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 19)
            #expect(try await scene.end(of: call.session)["outcome"]?.string == "noAnswer")
        }
    }

    @Test func `scenario 36: after a crash a call that rings is found gone, and its session ends`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path) { scene in
            let call = try await scene.numberRinging()
            try await scene.succeeded(in: folder) { next in
                let ended = try await next.end(of: call.session)
                #expect(next.reasons(ended).allSatisfy { $0 != nil })
                // The next call rings as if nothing had been.
                let again = try await next.numberRinging()
                again.answer(1)
                _ = try await next.status(of: again.session) { $0["state"]?.string == "active" }
                again.hangUp()
                #expect(next.reasons(try await next.end(of: again.session)) == ["answeredElsewhere", "answered"])
            }
        }
    }

    @Test func `scenario 36: after a crash a call that was answered goes on for those who come back`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path) { scene in
            let call = try await Self.talking(scene)
            try await scene.succeeded(in: folder) { next in
                #expect(try await Self.isBusy("bob", in: next) == true)
                let winner = try await next.comeBack("alice1")
                #expect(try await winner.told("telnyx_rtc.attach")["callID"]?.string == call.phones[0].leg)
                let caller = try await next.comeBack("bob-phone")
                #expect(try await caller.told("telnyx_rtc.attach")["callID"]?.string == call.callID)
                _ = try await winner.told("telnyx_rtc.clientReady")
                _ = try await caller.told("telnyx_rtc.clientReady")
                #expect(try await next.status(of: call.session) { _ in true }["state"] == "active")
                caller.bye(call.callID, .telnyx)
                #expect(try await winner.told("telnyx_rtc.bye")["causeCode"]?.integer == 16)
                #expect(next.reasons(try await next.end(of: call.session)) == ["answered", "answeredElsewhere"])
            }
        }
    }

    @Test func `a call that goes on at the gateway while its session is over is ended there`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path) { scene in
            let call = try await Self.talking(scene)
            let session = try #require(CallSessionID(call.session))
            // The end reached the session, and not the kept call: the exchange died in between.
            let ending: (ExchangeDatabase) throws -> Void = { database in
                let end = RingEvent.carrier(.hungUp(.parent, .hungUp))
                _ = try database.apply([RingInput(.event(end, .session(session)))], at: scene.clock.now)
            }
            try await scene.succeeded(in: folder, with: ending) { next in
                try await next.until { try await Self.isBusy("bob", in: next) == false ? () : nil }
                #expect(next.server.callsRecoveredByRestart == 1)
            }
        }
    }

    @Test func `a message whose sound went with the process that took it is awaited for minutes, not for a day`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path, hasVoicemail: true) { scene in
            let call = try await GatewayCarrierCall.ringing(scene)
            let attendant = try #require(call.attendant)
            scene.clock.advance(by: .seconds(31))
            attendant.answer(try #require(try await attendant.told("telnyx_rtc.invite")["callID"]?.string), .telnyx)
            _ = try await call.status { $0["state"]?.string == "voicemail" }
            let session = try #require(CallSessionID(call.session))
            let recording = RecordingID("gateway:\(session)")
            // That there is a message was stored, and its sound was not: the exchange died in between.
            let message: (ExchangeDatabase) throws -> Void = { database in
                let saved = RingEvent.carrier(.recordingSaved(.message, recording, length: .seconds(5)))
                let source = RecordingSource(recording: recording, call: call.session, startedAt: "", address: nil)
                _ = try database.apply(
                    [RingInput(.event(saved, .session(session)), source: source)], at: scene.clock.now)
            }
            try await scene.succeeded(in: folder, with: message) { next in
                #expect(try await next.messages { !$0.isEmpty }.first?["sound"] == "awaited")
                try await next.time { try await next.messages { _ in true }.first?["sound"] == "lost" }
            }
        }
    }

    /// bob talks to alice, on the first of her phones.
    private static func talking(_ scene: RingScene) async throws -> NumberCall {
        let call = try await scene.numberRinging()
        call.answer(0)
        _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
        return call
    }

    private static func isBusy(_ user: String, in scene: RingScene) async throws -> Bool? {
        let reply = try await TestHTTP.ask(
            scene.server, "/api/voip/busy?user=\(user)", authorization: TestHTTP.bearer(TestExchange.token))
        return reply.object["users"]?.array?.first?.object?["busy"]?.bool
    }
}
