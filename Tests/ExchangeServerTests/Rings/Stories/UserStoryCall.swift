import CallModel
import ExchangeServer
import Testing
import WireJSON

/// A call between users: the exchange's own gateway decides it and carries it to phones over WebSocket.
struct UserStoryCall: StoryCall {
    /// Long enough for two phones to ring first on a busy machine.
    private static let ringTime = Duration.seconds(2)

    let server: ExchangeServer
    let caller: TestClient
    let session: String
    let phones: [(client: TestClient, leg: String)]

    static func play(ringsOut: Bool, _ body: (any StoryCall) async throws -> Void) async throws {
        try await TestExchange.run {
            if ringsOut { $0.limits.ringing = Self.ringTime }
        } _: { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            var clients: [TestClient] = []
            for name in ["phone", "desk"] {
                let client = try await TestClient.connect(to: server)
                try await client.logIn(.telnyx, as: "alice-\(name)", password: "\(name)-secret", session: name)
                clients.append(client)
            }
            _ = try await bob.dial("alice", callID: "c", .telnyx)
            var phones: [(TestClient, String)] = []
            for client in clients {
                phones.append((client, try #require(try await client.told("telnyx_rtc.invite")["callID"]?.string)))
            }
            let all = try await TestHTTP.ask(
                server, "/api/calls", authorization: TestHTTP.bearer(TestExchange.token))
            let session = try #require(all.object["calls"]?.array?.first?.object?["call_session_id"]?.string)
            try await body(UserStoryCall(server: server, caller: bob, session: session, phones: phones))
        }
    }

    func answer(_ phone: Int) { phones[phone].client.answer(phones[phone].leg, .telnyx) }

    func decline(_ phone: Int, isBusy: Bool) {
        phones[phone].client.bye(phones[phone].leg, .telnyx, cause: isBusy ? 17 : 21)
    }

    func lose(_ phone: Int) async { await phones[phone].client.close() }
    func callerHangsUp() { caller.bye("c", .telnyx) }
    func ringsOut() {}

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        while true {
            let reply = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token))
            if reply.status == 200, isSo(reply.object) { return reply.object }
            try Task.checkCancellation()
        }
    }

    func reasons(_ status: JSONObject) -> [EndReason?] {
        let legs = (status["legs"]?.array ?? []).compactMap(\.object)
        return ["phone", "desk"].map { name in
            let leg = legs.first { $0["device"]?.string == name }
            return leg?["ending"]?.object?["reason"]?.string.flatMap { EndReason(rawValue: $0) }
        }
    }
}
