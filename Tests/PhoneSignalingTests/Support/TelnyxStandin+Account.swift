import ExchangeCarrier
import ExchangeServer
import Redaction
import Standins
import WireJSON

extension TelnyxConfiguration {
    /// With a connection for the credentials of phones.
    static var ofTests: TelnyxConfiguration {
        var configuration = TelnyxConfiguration()
        configuration.credentialConnectionID = "1000000000000000002"
        return configuration
    }
}

extension TelnyxStandin {
    /// What an exchange has to know to have its public calls from here.
    func account(for numbers: [CalledNumber]) -> TelnyxAccount {
        let known = TelnyxConfiguration.ofTests
        let key = Redacted(known.apiKey)
        var settings = TelnyxSettings(
            key: key, webhookKey: publicKey, connection: known.connectionID,
            from: numbers.map(\.number).min { $0.revealed < $1.revealed } ?? "",
            stateKey: TelnyxSettings.stateKey(from: key))
        settings.address = "http://127.0.0.1:\(port)/v2"
        settings.credentialConnection = known.credentialConnectionID
        settings.webRTCAddress = edgeURL
        return TelnyxAccount(settings, numbers: numbers)
    }

    /// Calls are told to this exchange from now on.
    func sendWebhooks(to exchange: ExchangeServer) {
        let webhook = "http://127.0.0.1:\(exchange.port)\(TelnyxAccount.usualWebhookPath)"
        _ = control("POST", "webhook", ["url": .string(webhook)])
    }
}
