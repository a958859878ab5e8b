import ExchangeCarrier
import ExchangeServer
import Redaction
import RingCore
import Standins
import WireJSON

/// Telnyx as one story has it: its stand-in on loopback, with numbers for an exchange and a public network to call from.
final class DemoCarrier {
    /// The number of the company, which rings all of ``DemoCast/colleagues``.
    static let number = "+15550100"
    private static let apiKey = "KEYSTANDIN0123456789"
    private static let application = "1000000000000000001"
    private static let credentialConnection = "1000000000000000002"

    let telnyx: TelnyxStandin

    private init(_ telnyx: TelnyxStandin) {
        self.telnyx = telnyx
    }

    static func start(ringing: Duration) async throws -> DemoCarrier {
        var configuration = TelnyxConfiguration()
        configuration.apiKey = apiKey
        configuration.connectionID = application
        configuration.credentialConnectionID = credentialConnection
        configuration.playbackTime = .milliseconds(500)
        return DemoCarrier(try await TelnyxStandin.start(configuration, at: StandinPlace(isPlain: true)))
    }

    /// What an exchange has to know to have its public calls from here.
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

    /// Calls are told to this exchange, and pushes of the carrier's own go to this push service, from now on.
    func serve(_ exchange: DemoExchange) {
        _ = telnyx.control(
            "POST", "webhook", ["url": .string("http://127.0.0.1:\(exchange.port)\(TelnyxAccount.usualWebhookPath)")])
        telnyx.push(by: TelnyxPushSettings(exchange.apns, bundle: DemoCast.bundle))
    }

    func stop() async { await telnyx.stop() }
}
