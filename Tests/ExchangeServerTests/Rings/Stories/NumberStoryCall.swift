import CallModel
import ExchangeServer
import Redaction
import RingCore
import Testing
import WireJSON

/// A call to a number: a ring session decides it, and the exchange's own gateway carries it to phones over WebSocket.
struct NumberStoryCall: StoryCall {
    let server: ExchangeServer
    let clock: JumpClock
    let caller: TestClient
    let session: String
    let phones: [(client: TestClient, leg: String)]

    static func play(_ body: (any StoryCall) async throws -> Void) async throws {
        let clock = JumpClock()
        try await TestExchange.run(ringClock: clock) {
            $0.numbers = [CalledNumber("+15550100002", users: ["alice"], organization: "acme")]
        } _: { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            var clients: [TestClient] = []
            for name in ["phone", "desk"] {
                let client = try await TestClient.connect(to: server)
                try await client.logIn(.telnyx, as: "alice-\(name)", password: "\(name)-secret", session: name)
                clients.append(client)
            }
            _ = try await bob.dial("+15550100002", callID: "c", .telnyx)
            var phones: [(TestClient, String)] = []
            var session = ""
            for client in clients {
                let invite = try await client.told("telnyx_rtc.invite")
                phones.append((client, try #require(invite["callID"]?.string)))
                session = try #require(invite["telnyx_session_id"]?.string)
            }
            try await body(
                NumberStoryCall(server: server, clock: clock, caller: bob, session: session, phones: phones))
        }
    }

    func answer(_ phone: Int) { phones[phone].client.answer(phones[phone].leg, .telnyx) }

    func decline(_ phone: Int, isBusy: Bool) {
        phones[phone].client.bye(phones[phone].leg, .telnyx, cause: isBusy ? 17 : 21)
    }

    func lose(_ phone: Int) async { await phones[phone].client.close() }
    func callerHangsUp() { caller.bye("c", .telnyx) }
    func ringsOut() { clock.advance(by: .seconds(31)) }

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        while true {
            let reply = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token))
            if reply.status == 200, isSo(reply.object) { return reply.object }
            try Task.checkCancellation()
        }
    }

    func reasons(_ status: JSONObject) -> [EndReason?] {
        (status["devices"]?.array ?? []).map { device in
            device.object?["reason"]?.string.flatMap { DeviceReason(rawValue: $0) }?.endReason
        }
    }
}
