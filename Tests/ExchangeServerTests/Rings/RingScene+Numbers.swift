import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// A call to alice's number that bob's phone has placed at the gateway: both of alice's phones ring over their sockets.
struct NumberCall {
    let caller: TestClient
    let callID: String
    let session: String
    /// alice1 and alice2, with their names of the call.
    let phones: [(client: TestClient, leg: String)]

    func answer(_ phone: Int) { phones[phone].client.answer(phones[phone].leg, .telnyx) }
    func hangUp() { caller.bye(callID, .telnyx) }

    /// The last message to a phone, after the reply to its request.
    func byeCause(_ phone: Int) async throws -> Int64? {
        try await phones[phone].client.told("telnyx_rtc.bye")["causeCode"]?.integer
    }
}

extension RingScene {
    /// One of alice's phones, or bob's.
    func phone(_ login: String) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        let password = login.hasPrefix("bob-") ? "\(login.dropFirst(4))-secret" : "\(login)-secret"
        try await client.logIn(.telnyx, as: login, password: password, session: login, keepsHold: true)
        return client
    }

    /// A phone logs in again in the session it had; the test reads its messages.
    func comeBack(_ login: String) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        let password = login.hasPrefix("bob-") ? "\(login.dropFirst(4))-secret" : "\(login)-secret"
        client.request(
            1, "login",
            [
                "login": .string(login), "passwd": .string(password), "sessid": .string(login),
                "User-Agent": "test-1.0",
                "userVariables": ["carillon_renegotiation": "true"],
            ])
        _ = try await client.result(of: 1)
        return client
    }

    /// alice's phones and bob's have logged in, and bob's calls alice's number.
    func numberRinging() async throws -> NumberCall {
        let phones = [try await phone("alice1"), try await phone("alice2")]
        return try await numberRinging(phones, from: try await phone("bob-phone"), as: "c")
    }

    /// - Parameter callID: the caller's name of the call, which it had for none before.
    func numberRinging(_ phones: [TestClient], from caller: TestClient, as callID: String) async throws -> NumberCall {
        _ = try await caller.dial(Self.number, callID: callID, .telnyx)
        var rung: [(TestClient, String)] = []
        var session = ""
        for phone in phones {
            let invite = try await phone.told("telnyx_rtc.invite")
            rung.append((phone, try #require(invite["callID"]?.string)))
            session = try #require(invite["telnyx_session_id"]?.string)
        }
        _ = try await caller.told("telnyx_rtc.ringing")
        return NumberCall(caller: caller, callID: callID, session: session, phones: rung)
    }

    /// What a device of alice's asks through the API; the answer.
    func ask(_ request: String, of device: String, _ session: String) async throws -> JSONObject {
        let reply = try await TestHTTP.ask(
            server, .POST, "/api/calls/\(session)/claim", authorization: Self.basicOfAlice,
            body: #"{"device":"\#(device)","request":"\#(request)"}"#)
        try #require(reply.status == 200)
        return reply.object
    }

    func end(of session: String) async throws -> JSONObject {
        try await status(of: session) { $0["state"]?.string == "ended" }
    }

    /// What the call came to for alice1 and alice2.
    func reasons(_ status: JSONObject) -> [String?] {
        (status["devices"]?.array ?? []).map { $0.object?["reason"]?.string }
    }
}
