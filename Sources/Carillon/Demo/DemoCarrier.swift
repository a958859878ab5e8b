import ExchangeCarrier
import ExchangeServer
import Redaction
import RingCore
import Standins
import WireJSON

/// The stand-in for Telnyx on loopback, with a number for an exchange and a public network with callers.
final class DemoCarrier: Sendable {
    /// The company's number, which rings all of ``DemoUsers/colleagues``.
    static let number = "+15550100"
    private static let apiKey = "KEYSTANDIN0123456789"
    private static let application = "1000000000000000001"
    private static let credentialConnection = "1000000000000000002"

    let telnyx: TelnyxStandin
    /// The carrier's own stand-in for Apple's push service, with a signing key of its own.
    let apns: APNsStandin

    private init(_ telnyx: TelnyxStandin, _ apns: APNsStandin) {
        self.telnyx = telnyx
        self.apns = apns
    }

    /// - Parameter onLine: called with each request and response of the stand-in for Telnyx.
    static func start(onLine: (@Sendable (StandinLogEntry) -> Void)? = nil) async throws -> DemoCarrier {
        var rules = APNsConfiguration()
        rules.topics = [DemoUsers.topic]
        let apns = try await APNsStandin.start(rules)
        var configuration = TelnyxConfiguration()
        configuration.apiKey = apiKey
        configuration.connectionID = application
        configuration.credentialConnectionID = credentialConnection
        configuration.playbackTime = .milliseconds(500)
        let telnyx = try await TelnyxStandin.start(configuration, at: StandinAddress(isPlain: true), onLine: onLine)
        telnyx.push(by: TelnyxPushSettings(apns, bundle: DemoUsers.bundle))
        return DemoCarrier(telnyx, apns)
    }

    /// The Telnyx account of an exchange that uses this carrier for public calls.
    func account(for users: [String], of organization: String, ringing: Duration) -> TelnyxAccount {
        let key = Redacted(Self.apiKey)
        var settings = TelnyxSettings(
            key: key, webhookKey: telnyx.publicKey, connection: Self.application, from: Redacted(Self.number),
            stateKey: TelnyxSettings.stateKey(from: key))
        settings.address = "http://127.0.0.1:\(telnyx.port)/v2"
        settings.credentialConnection = Self.credentialConnection
        settings.webRTCAddress = telnyx.edgeURL
        var number = CalledNumber(Redacted(Self.number), users: users, organization: organization)
        number.policy.ringTime = ringing
        return TelnyxAccount(settings, numbers: [number])
    }

    /// Sends webhooks to the exchange on this port from now on.
    func serve(_ port: Int) {
        _ = telnyx.control(
            "POST", "webhook", ["url": .string("http://127.0.0.1:\(port)\(TelnyxAccount.usualWebhookPath)")])
    }

    func stop() async {
        await telnyx.stop()
        await apns.stop()
    }
}
