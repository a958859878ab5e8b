public import ExchangeCarrier

/// An account at Telnyx: how it is spoken to, where its webhooks come in, and which numbers it has.
public struct TelnyxAccount: Sendable {
    /// Where webhooks come in, unless told otherwise.
    public static let usualWebhookPath = "/webhooks/telnyx"

    /// How long recorded conversations are kept, unless told otherwise: as long as messages.
    public static let usualRecordingDays = 90

    /// How long a recording stays at Telnyx once it is to be deleted there, unless told otherwise: a week, in which a backup
    /// is put back.
    public static let usualDeletionGrace = Duration.seconds(7 * 86_400)

    public var settings: TelnyxSettings
    public var webhookPath: String
    public var numbers: [CalledNumber]
    /// How long recorded conversations are kept, here and at Telnyx.
    public var recordingDays = TelnyxAccount.usualRecordingDays

    /// How long a recording stays at Telnyx once it is to be deleted there.
    public var deletionGrace = TelnyxAccount.usualDeletionGrace

    public init(
        _ settings: TelnyxSettings, webhookPath: String = TelnyxAccount.usualWebhookPath, numbers: [CalledNumber] = []
    ) {
        self.settings = settings
        self.webhookPath = webhookPath
        self.numbers = numbers
    }
}
