import ExchangeServer
import NIOHTTP1
import RingCore
import Standins
import Testing
import WireJSON

/// Conversations of the public network that are recorded.
@Suite(.timeLimit(.minutes(1))) struct PublicRecordingTests {
    private static let token = TestHTTP.bearer(TestExchange.token)

    private func play(consent: Bool, _ body: (RingScene) async throws -> Void) async throws {
        try await RingScene.play { configuration in
            configuration.telnyx?.numbers[0].policy.recordsConversations = true
            configuration.telnyx?.numbers[0].hasConsent = consent
        } _: {
            try await body($0)
        }
    }

    private func talk(_ scene: RingScene) async throws -> String {
        let (caller, session, rung) = try await scene.ringing()
        scene.act("answer", on: rung[0].id)
        _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
        scene.act("hangup", on: caller)
        _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
        return session
    }

    private func recordings(_ scene: RingScene, _ isSo: ([JSONObject]) -> Bool) async throws -> [JSONObject] {
        while true {
            let reply = try await TestHTTP.ask(scene.server, "/api/recordings", authorization: Self.token)
            try #require(reply.status == 200)
            let found = (reply.object["recordings"]?.array ?? []).compactMap(\.object)
            if isSo(found) { return found }
            try Task.checkCancellation()
        }
    }

    @Test func `with consent a conversation is recorded, listed, and deleted here and at the carrier`() async throws {
        try await play(consent: true) { scene in
            let session = try await talk(scene)
            let recording = try #require(try await recordings(scene) { !$0.isEmpty }.first)
            #expect(recording["call_session_id"]?.string == session && recording["organization_id"] == "acme")
            #expect(try await scene.messages { _ in true }.isEmpty, "it is nobody's message")
            let path = "/api/recordings/\(recording["id"]?.string ?? "")"
            let own = try await TestHTTP.ask(scene.server, .DELETE, path, authorization: RingScene.basicOfAlice)
            #expect(own.status == 403)
            #expect(try await TestHTTP.ask(scene.server, .DELETE, path, authorization: Self.token).status == 204)
            _ = try await scene.until {
                scene.asked("/v2/recordings/").first { $0.method == "DELETE" && $0.status == 200 }
            }
            #expect(try await recordings(scene) { _ in true }.isEmpty)
            #expect(try await TestHTTP.ask(scene.server, .DELETE, path, authorization: Self.token).status == 404)
        }
    }

    @Test func `without consent nothing is recorded`() async throws {
        try await play(consent: false) { scene in
            _ = try await talk(scene)
            #expect(scene.telnyx.news.allSatisfy { $0.event != "call.recording.saved" })
            #expect(try await recordings(scene) { _ in true }.isEmpty)
        }
    }
}
