import CallModel
import ExchangeServer
import Redaction
import Testing
import WireJSON

/// A call to a number that the exchange's own gateway carries to phones over WebSocket.
struct GatewayCarrierCall: CarrierCall {
    let scene: RingScene
    let call: NumberCall
    /// Who takes messages, where there is voicemail.
    let attendant: TestClient?
    var session: String { call.session }

    /// - Parameters:
    ///   - phones: alice's, if they have logged in.
    ///   - login: of bob's device that calls.
    static func ringing(
        _ scene: RingScene, _ phones: [TestClient]? = nil, from login: String = "bob-phone"
    ) async throws -> GatewayCarrierCall {
        var clients = phones ?? []
        if phones == nil { clients = [try await scene.phone("alice1"), try await scene.phone("alice2")] }
        let attendant = try await attendant(scene)
        let caller = try await scene.phone(login)
        return GatewayCarrierCall(
            scene: scene, call: try await scene.numberRinging(clients, from: caller, as: "c"), attendant: attendant)
    }

    /// Only the caller has logged in.
    static func ringingAsleep(_ scene: RingScene) async throws -> GatewayCarrierCall {
        let caller = try await scene.phone("bob-phone")
        _ = try await caller.dial(RingScene.number, callID: "c", .telnyx)
        let session = try await scene.pushes(2)[0].session
        let unused = try await TestClient.connect(to: scene.server)
        let phones = [(client: unused, leg: ""), (client: unused, leg: "")]
        return GatewayCarrierCall(
            scene: scene, call: NumberCall(caller: caller, callID: "c", session: session, phones: phones),
            attendant: nil)
    }

    static func attendant(_ scene: RingScene) async throws -> TestClient? {
        guard let access = scene.server.attendantAccess else { return nil }
        let attendant = try await TestClient.connect(to: scene.server, port: access.port)
        try await attendant.logIn(
            .telnyx, as: access.login, password: access.password.revealed, session: "attendant")
        return attendant
    }

    private func leg(_ phone: Int) -> (client: TestClient, name: String) {
        (call.phones[phone].client, call.phones[phone].leg)
    }

    func answer(_ phone: Int) { call.answer(phone) }
    func decline(_ phone: Int, isBusy: Bool) {
        leg(phone).client.bye(leg(phone).name, .telnyx, cause: isBusy ? 17 : 21)
    }
    func lose(_ phone: Int) async { await leg(phone).client.close() }
    func hangUp(_ phone: Int) { leg(phone).client.bye(leg(phone).name, .telnyx) }
    func hold(_ phone: Int) { leg(phone).client.modify(leg(phone).name, "hold", .telnyx) }
    func resume(_ phone: Int) { leg(phone).client.modify(leg(phone).name, "unhold", .telnyx) }
    func callerHangsUp() { call.hangUp() }

    // MARK: - Late and doubled

    func answersAgain(_ phone: Int) async throws {
        leg(phone).client.answer(leg(phone).name, .telnyx, id: "again")
        try await leg(phone).client.passOver { $0["id"] == "again" }
    }

    func answersUnheard(_ phone: Int) async throws -> @Sendable () async throws -> Void {
        { try await answersAgain(phone) }
    }

    func holdsUnheard(_ phone: Int) async throws -> @Sendable () async throws -> Void {
        {
            hold(phone)
            try await leg(phone).client.passOver { $0["id"] == "modify" }
        }
    }

    func callerHangsUp(asAnswers phone: Int) async throws {
        answer(phone)
        callerHangsUp()
    }

    // MARK: - Others

    func woken(_ phone: Int) async throws -> any CarrierCall {
        let client = try await scene.phone("alice\(phone + 1)")
        return try await rung(client, at: phone)
    }

    func ringing(also device: String, after action: () async throws -> Void) async throws -> any CarrierCall {
        let client = try await scene.phone(device)
        try await action()
        return try await rung(client, at: call.phones.count)
    }

    private func rung(_ client: TestClient, at place: Int) async throws -> any CarrierCall {
        let invite = try await client.told("telnyx_rtc.invite")
        #expect(invite["telnyx_session_id"]?.string == session)
        var phones = call.phones
        let leg = (client: client, leg: try #require(invite["callID"]?.string))
        phones.replaceSubrange(place..<min(place + 1, phones.count), with: [leg])
        return GatewayCarrierCall(
            scene: scene,
            call: NumberCall(caller: call.caller, callID: call.callID, session: session, phones: phones),
            attendant: attendant)
    }

    // MARK: - Seeing

    /// What one says of its side reaches the other.
    func isJoined(_ phone: Int) async throws {
        try await leg(phone).client.passOver { $0["id"] == "answer" && $0["result"] != nil }
        try await call.caller.passOver { message in
            guard message["method"] == "telnyx_rtc.answer" else { return false }
            #expect(message["params"]?.object?["sdp"]?.string == TestSDP.answer)
            return true
        }
        call.caller.request("info", "telnyx_rtc.info", ["dtmf": "5", "dialogParams": ["callID": .string(call.callID)]])
        try await leg(phone).client.passOver { message in
            message["method"] == "telnyx_rtc.info" && message["params"]?.object?["dtmf"] == "5"
        }
    }

    func isGone(_ phone: Int, _ cause: Int64?) async throws {
        let (client, name) = leg(phone)
        try await client.passOver { message in
            #expect(message["method"] != "telnyx_rtc.invite")
            if cause == nil, message["id"] == "bye" { return true }
            guard message["method"] == "telnyx_rtc.bye", let told = message["params"]?.object,
                told["callID"]?.string == name
            else { return false }
            if let cause { #expect(told["causeCode"]?.integer == cause) }
            return true
        }
    }

    func callerIsGone() async throws {
        try await call.caller.passOver { $0["id"] == "bye" || $0["method"] == "telnyx_rtc.bye" }
    }

    func leavesMessage(of length: Duration) async throws {
        let attendant = try #require(attendant)
        ringsOut()
        attendant.answer(try #require(try await attendant.told("telnyx_rtc.invite")["callID"]?.string), .telnyx)
        _ = try await attendant.result(of: "answer")
        try await call.caller.passOver { $0["method"] == "telnyx_rtc.answer" }
        _ = try await status { $0["state"]?.string == "voicemail" }
        callerHangsUp()
        _ = try await attendant.told("telnyx_rtc.bye")
        guard length > .zero else { return await scene.server.discard(messageInCall: session) }
        await scene.server.keep(
            VoicemailMessage(
                mailbox: "alice", session: session, callerName: "Bob", callerNumber: "1002", length: length,
                sound: Array("RIFF".utf8)))
    }
}

extension TestClient {
    /// Passes over messages up to the wanted one.
    func passOver(until isIt: (JSONObject) throws -> Bool) async throws {
        while try !isIt(try await message()) {}
    }
}
