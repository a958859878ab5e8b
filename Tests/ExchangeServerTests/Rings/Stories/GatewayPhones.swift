import ExchangeServer
import Testing
import WireJSON

/// Bob, who calls over WebSocket, and alice's two phones, which ring there.
struct GatewayPhones: Sendable {
    let server: ExchangeServer
    let caller: TestClient
    let session: String
    let phones: [(client: TestClient, leg: String)]

    /// Logs everybody in, has bob dial, and returns when both phones have been told to ring.
    static func ringing(_ server: ExchangeServer, dialling target: String) async throws -> GatewayPhones {
        let bob = try await TestClient.connect(to: server)
        try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
        var clients: [TestClient] = []
        for name in ["phone", "desk"] {
            let client = try await TestClient.connect(to: server)
            try await client.logIn(.telnyx, as: "alice-\(name)", password: "\(name)-secret", session: name)
            clients.append(client)
        }
        _ = try await bob.dial(target, callID: "c", .telnyx)
        var phones: [(TestClient, String)] = []
        var session = ""
        for client in clients {
            let invite = try await client.told("telnyx_rtc.invite")
            phones.append((client, try #require(invite["callID"]?.string)))
            session = try #require(invite["telnyx_session_id"]?.string)
        }
        return GatewayPhones(server: server, caller: bob, session: session, phones: phones)
    }

    func answer(_ phone: Int) { phones[phone].client.answer(phones[phone].leg, .telnyx) }

    func decline(_ phone: Int, isBusy: Bool) {
        phones[phone].client.bye(phones[phone].leg, .telnyx, cause: isBusy ? 17 : 21)
    }

    func lose(_ phone: Int) async { await phones[phone].client.close() }
    func callerHangsUp() { caller.bye("c", .telnyx) }

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        while true {
            let reply = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token))
            if reply.status == 200, isSo(reply.object) { return reply.object }
            try Task.checkCancellation()
        }
    }
}
