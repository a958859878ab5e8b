import CallModel
import ExchangeServer
import Testing
import WireJSON

/// A call between users: the exchange's own gateway decides it and carries it to phones over WebSocket.
struct UserStoryCall: StoryCall {
    /// Long enough for two phones to ring first on a busy machine.
    private static let ringTime = Duration.seconds(2)
    private static let phoneNames = ["phone", "desk"]

    let server: ExchangeServer
    /// Bob, who calls.
    let caller: TestClient
    let session: String
    /// alice's.
    let phones: [(client: TestClient, leg: String)]

    static func play(ringsOut: Bool, _ body: (any StoryCall) async throws -> Void) async throws {
        try await TestExchange.run {
            if ringsOut { $0.limits.ringing = Self.ringTime }
        } _: { server in
            try await body(try await ringing(server))
        }
    }

    /// Logs everybody in, has bob dial, and returns when both phones have been told to ring.
    private static func ringing(_ server: ExchangeServer) async throws -> UserStoryCall {
        let bob = try await TestClient.connect(to: server)
        try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
        var clients: [TestClient] = []
        for name in phoneNames {
            let client = try await TestClient.connect(to: server)
            try await client.logIn(.telnyx, as: "alice-\(name)", password: "\(name)-secret", session: name)
            clients.append(client)
        }
        _ = try await bob.dial("alice", callID: "c", .telnyx)
        var phones: [(TestClient, String)] = []
        var session = ""
        for client in clients {
            let invite = try await client.told("telnyx_rtc.invite")
            phones.append((client, try #require(invite["callID"]?.string)))
            session = try #require(invite["telnyx_session_id"]?.string)
        }
        return UserStoryCall(server: server, caller: bob, session: session, phones: phones)
    }

    func answer(_ phone: Int) { phones[phone].client.answer(phones[phone].leg, .telnyx) }

    func decline(_ phone: Int, isBusy: Bool) {
        phones[phone].client.bye(phones[phone].leg, .telnyx, cause: isBusy ? 17 : 21)
    }

    func lose(_ phone: Int) async { await phones[phone].client.close() }
    func callerHangsUp() { caller.bye("c", .telnyx) }
    func ringsOut() {}

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        try await server.until {
            let reply = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token))
            return reply.status == 200 && isSo(reply.object) ? reply.object : nil
        }
    }

    func reasons(_ status: JSONObject) -> [EndReason?] {
        let legs = (status["legs"]?.array ?? []).compactMap(\.object)
        return Self.phoneNames.map { name in
            let leg = legs.first { $0["device"]?.string == name }
            return leg?["ending"]?.object?["reason"]?.string.flatMap { EndReason(rawValue: $0) }
        }
    }
}
