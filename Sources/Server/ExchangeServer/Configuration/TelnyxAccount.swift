public import ExchangeCarrier

/// An account at Telnyx: how it is spoken to, where its webhooks come in, and which numbers it has.
public struct TelnyxAccount: Sendable {
    /// Where webhooks come in, unless told otherwise.
    public static let usualWebhookPath = "/webhooks/telnyx"

    public var settings: TelnyxSettings
    public var webhookPath: String
    public var numbers: [CalledNumber]

    public init(
        _ settings: TelnyxSettings, webhookPath: String = TelnyxAccount.usualWebhookPath, numbers: [CalledNumber] = []
    ) {
        self.settings = settings
        self.webhookPath = webhookPath
        self.numbers = numbers
    }
}
