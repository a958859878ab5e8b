import CallModel
import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// What only calls to a number have that the exchange's own gateway carries. What they share with those of another
/// carrier: `CarrierScenarioTests`.
@Suite(.timeLimit(.minutes(2))) struct NumberScenarioTests {
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
    func `without an attendant a call that nobody answers ends`(hasVoicemail: Bool) async throws {
        // Where there is voicemail, its attendant has not come.
        try await Self.play(hasVoicemail: hasVoicemail) { scene in
            let call = try await scene.numberRinging()
            scene.clock.advance(by: .seconds(31))
            #expect(try await call.caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 19)
            #expect(try await scene.end(of: call.session)["outcome"]?.string == "noAnswer")
        }
    }

    @Test(arguments: [false, true])
    func `scenario 36: after a crash the call is found gone, and its session ends`(isAnswered: Bool) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path) { scene in
            let call = try await scene.numberRinging()
            if isAnswered {
                call.answer(0)
                _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            }
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
}
