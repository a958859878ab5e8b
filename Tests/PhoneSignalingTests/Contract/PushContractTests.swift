import CallModel
import CarillonRTC
import Clocks
import ExchangeServer
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import Redaction
import Scenarios
import Standins
import Testing
import Verto
import WireJSON

/// The pushes of the scenarios have the members that the exchange and the vendor's stand-in really write for such a call.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PushContractTests {
    private let alice = ScenarioCallName("alice")

    private func script() async -> ScriptedEnvironment {
        var scenario = Scenario("contract")
        scenario.device.organizations = [Contract.organization.rawValue]
        var call = ScenarioCall(alice, number: "+15550100", organization: Contract.organization.rawValue)
        call.name = "Alice Example"
        call.organizationName = "Acme"
        scenario.calls = [call]
        return await ScriptedEnvironment(scenario, .missing, sink: APIRecord())
    }

    /// Every member of a payload with the kind of its value, in order.
    private func shape(_ bytes: [UInt8]?) -> [String] {
        guard let bytes, let payload = try? JSONParser.parse(bytes) else { return [] }
        return shape(payload, at: "").sorted()
    }

    private func shape(_ value: JSONValue, at path: String) -> [String] {
        switch value {
        case .object(let object):
            object.isEmpty ? ["\(path): {}"] : object.members.flatMap { shape($0.value, at: "\(path)/\($0.key)") }
        case .string: ["\(path): text"]
        case .integer: ["\(path): number"]
        default: ["\(path): other"]
        }
    }

    @Test func `our pushes about a call that rings, and about its end, are those of the exchange`() async throws {
        let script = await script()
        let (ring, over) = try await pushesOfExchange()
        #expect(!shape(ring).isEmpty && !shape(over).isEmpty)
        #expect(shape(script.push(alice)) == shape(ring))
        #expect(shape(script.endPush(alice, .cancelled, byVendor: false)) == shape(over))
        await script.finish()
    }

    /// What bob's phone, which is not connected, is pushed while alice calls and when she gives up.
    private func pushesOfExchange() async throws -> (ring: [UInt8]?, over: [UInt8]?) {
        let apns = try await APNsStandin.start(.bobsApp)
        let exchange = try await TestExchange.start(push: apns.pushing, includesCaller: true)
        try await exchange.makeOrganization()
        let client = ExchangeClient(
            try #require(exchange.settings), sessions: RememberedSessions(),
            credentials: CredentialQueue(CredentialStore(service: "contract")), clock: SystemClock())
        #expect(await client.signIn(login: "bob", password: "bob-secret") == nil)
        let digits = String(repeating: "ab", count: 32)
        let record = APIRecord()
        client.sink = record
        record.begin()
        client.upload(PushTokenRegistration.Message(.production, PhoneCore.DevicePushToken(Redacted(digits))))
        await record.until(count: 1)
        #expect(record.rows == [["token confirmed"]])
        apns.register(APNsDevice(token: digits, topics: [TestExchange.topic]))
        var pushes = apns.pushes().makeAsyncIterator()
        let caller = try CarillonClient(
            configuration: ClientConfiguration(
                url: try SignalingURL(exchange.address),
                credentials: .password(login: "alice", password: "alice-secret"), dialect: .telnyx),
            media: LoopbackMediaEngine())
        try await caller.connect()
        let call = try await caller.dial("bob", DialOptions())
        let ring = await pushes.next()?.payload
        await call.hangUp()
        let over = await pushes.next()?.payload
        await caller.disconnect()
        await exchange.stop()
        await apns.stop()
        return (ring, over)
    }

    @Test func `the vendor's pushes about a call that rings, and about its end, are those of its stand-in`()
        async throws
    {
        let script = await script()
        let pushes = try pushesOfVendor()
        #expect(pushes.count == 2)
        #expect(shape(script.vendorPush(alice)) == shape(pushes.first))
        #expect(shape(script.endPush(alice, .noAnswer, byVendor: true)) == shape(pushes.last))
        await script.finish()
    }

    /// What a phone that has left the edge is pushed while it is called and when the caller gives up.
    private func pushesOfVendor() throws -> [[UInt8]] {
        let key = APNsCredential.make()
        var configuration = TelnyxConfiguration()
        configuration.webhookURL = "http://127.0.0.1:1/hook"
        configuration.push = TelnyxPushSettings(
            address: "https://localhost:1", authorityPEM: "", teamID: key.teamID, keyID: key.keyID,
            privateKeyPEM: key.privateKeyPEM.revealed, topic: TestExchange.topic)
        var vendor = TelnyxParty(configuration, signer: TelnyxSigner())
        let user = try register(at: &vendor)
        let call = ask(
            &vendor, "calls",
            [
                "connection_id": "1000000000000000001", "from": "+15550100", "from_display_name": "Alice Example",
                "to": .string("sip:\(user)@sip.telnyx.com"),
            ])
        let leg = call?["call_control_id"]?.string ?? ""
        _ = ask(&vendor, "calls/\(leg)/actions/hangup", [:])
        return vendor.removeEffects().compactMap { if case .push(let push) = $0 { push.payload } else { nil } }
    }

    /// A phone logs in, says where it is to be pushed, and leaves.
    private func register(at vendor: inout TelnyxParty) throws -> String {
        let made = try #require(
            ask(&vendor, "telephony_credentials", ["connection_id": "1000000000000000002"]))
        let user = try #require(made["sip_username"]?.string)
        let password = try #require(made["sip_password"]?.string)
        var login = VertoLogin(
            credentials: .password(login: Redacted(user), password: Redacted(password)), sessionID: "session-1")
        login.userAgent = "iOS-mpn-4.1.2"
        login.userVariables = [
            "push_device_token": .string(String(repeating: "ab", count: 32)), "push_notification_provider": "ios",
            "push_notification_environment": "production",
        ]
        vendor.edgeOpened(1, host: "rtc.telnyx.com", query: "", at: Self.now)
        let frame = VertoClientRequest.login(login).frame(id: .string("login"), in: .telnyx)
        vendor.edgeReceived(1, VertoCodec.encode(frame), at: Self.now)
        vendor.edgeClosed(1, at: Self.now)
        _ = vendor.removeEffects()
        return user
    }

    private func ask(_ vendor: inout TelnyxParty, _ path: String, _ body: JSONObject) -> JSONObject? {
        let request = StandinRequest(
            method: "POST", path: "/v2/\(path)",
            headers: [StandinHeader("authorization", "Bearer KEYSTANDIN0123456789")],
            body: JSONWriter.bytes(of: .object(body)))
        return vendor.handle(request, at: Self.now).object?["data"]?.object
    }

    private static let now: Duration = .seconds(1_800_000_000)
}
