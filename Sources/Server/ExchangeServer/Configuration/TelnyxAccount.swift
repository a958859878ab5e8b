public import ExchangeCarrier

/// An account at Telnyx: how it is spoken to, where its webhooks come in, and which numbers it has.
public struct TelnyxAccount: Sendable {
    /// Where webhooks come in, unless told otherwise.
    public static let usualWebhookPath = "/webhooks/telnyx"

    /// How long recorded conversations are kept, unless told otherwise: as long as messages.
    public static let usualRecordingDays = 90

    public var settings: TelnyxSettings
    public var webhookPath: String
    public var numbers: [CalledNumber]
    /// How long recorded conversations are kept, here and at Telnyx.
    public var recordingDays = TelnyxAccount.usualRecordingDays

    public init(
        _ settings: TelnyxSettings, webhookPath: String = TelnyxAccount.usualWebhookPath, numbers: [CalledNumber] = []
    ) {
        self.settings = settings
        self.webhookPath = webhookPath
        self.numbers = numbers
    }
}
