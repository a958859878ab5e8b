import DeviceRuntime
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import Testing
import WireJSON

/// What the page asks that is no matter of calls, on a modelled phone with the whole app.
@MainActor
@Suite struct PhoneHostTests {
    private let phone = PhoneUnderTest()
    private let exchange = RecordedLogins()
    private let host: PhoneHost
    private let login = BridgeLogin(user: "anna", password: "anna-secret")

    init() {
        host = PhoneHost(exchange: exchange) { "installation-7" }
    }

    /// Opens the app, which has credentials of an organization and is connected, if said.
    private func open(isMember: Bool = true) async {
        await phone.device.openApp()
        if let app = phone.app { host.attach(app) }
        guard isMember else { return }
        await phone.provision(CredentialKey(PhoneUnderTest.acme, CredentialVersion(rawValue: 1)))
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .ready))
    }

    private func connect(_ login: BridgeLogin?) async -> BridgeError? {
        let box = Box<BridgeError?>()
        phone.device.asApp { _ = Task { @MainActor in box.value = await host.connect(login) } }
        await phone.device.advance(by: .milliseconds(100))
        return box.value ?? BridgeError(.missing, "answer")
    }

    private func order(_ body: @escaping @MainActor @Sendable () -> Void) async {
        phone.device.asApp(body)
        await phone.device.advance(by: .milliseconds(100))
    }

    /// The orders about connections since the process began.
    private var connections: [String] {
        (phone.outside?.orders ?? []).compactMap { order in
            ["connect", "disconnect"].first { order.hasPrefix("signaling \($0)(") }
        }
    }

    @Test func `without a phone nothing is pretended`() async {
        #expect(await host.connect(nil) == BridgeError(.refused, "notNow"))
        #expect(await host.connect(login) == BridgeError(.refused, "notNow"))
        #expect(await host.signInWithApple() == .notOnScreen)
        #expect(host.pushToken == nil)
        #expect(exchange.logins == [])
    }

    @Test func `the page's login is handed to the exchange, and its refusal to the page`() async {
        await open(isMember: false)
        exchange.failure = .refused
        #expect(await connect(login) == BridgeError(.refused, "refused"))
        exchange.failure = .unreachable
        #expect(await connect(login) == BridgeError(.refused, "unreachable"))
        exchange.failure = nil
        #expect(await connect(login) == nil)
        #expect(exchange.logins == ["anna anna-secret", "anna anna-secret", "anna anna-secret"])
    }

    @Test func `without a sign-in there is nothing to connect with`() async {
        await open(isMember: false)
        #expect(await connect(nil) == BridgeError(.refused, "notSignedIn"))
        #expect(connections == [])
    }

    @Test func `while a person is signed in, another sign-in is refused`() async {
        await open()
        let now = WallTime(milliseconds: 0)
        await phone.pass(.session(.signedIn(until: now.advanced(by: .seconds(86_400)), now: now)))
        #expect(await connect(login) == BridgeError(.refused, "signedIn"))
        #expect(exchange.logins == [])
        #expect(await connect(nil) == nil)
    }

    @Test func `a page that disconnects is disconnected until it connects, and is rung all the same`() async {
        await open()
        #expect(connections == ["connect"])
        await order { host.disconnect() }
        #expect(connections == ["connect", "disconnect"])
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .disconnected(nil)))
        #expect(await connect(nil) == nil)
        #expect(connections == ["connect", "disconnect", "connect"])
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .ready))
        await order { host.disconnect() }
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .disconnected(nil)))
        await phone.device.push(json: Payload.call(1))
        #expect(phone.device.screen.first?.stage == .ringing)
        #expect(connections.suffix(2) == ["disconnect", "connect"])
    }

    @Test func `a connection that waits is tried at once when the page says so`() async {
        await open()
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .disconnected(.unreachable)))
        #expect(connections == ["connect"])
        await order { host.reconnect() }
        #expect(connections == ["connect", "connect"])
    }

    @Test func `the page gets the phone's token, and is refused through the bridge with a code`() async {
        await open(isMember: false)
        #expect(host.deviceID == "installation-7")
        #expect(host.pushToken != nil)
        let bridge = PhoneBridge(host: host, clock: StillClock(), names: CountedNames(), epoch: 7)
        let box = Box<Result<JSONObject, BridgeError>>()
        phone.device.asApp { bridge.call("connect", [:]) { box.value = $0 } }
        await phone.device.advance(by: .milliseconds(100))
        #expect(throws: BridgeError(.refused, "notSignedIn")) { try box.value?.get() }
    }
}
