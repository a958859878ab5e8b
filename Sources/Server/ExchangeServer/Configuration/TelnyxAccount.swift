public import ExchangeCarrier
internal import Redaction

/// An account at Telnyx: its settings, the path of its webhooks, and its numbers.
public struct TelnyxAccount: Sendable {
    /// The default path of webhooks.
    public static let usualWebhookPath = "/webhooks/telnyx"

    /// The default retention of recorded conversations in days: as long as messages.
    public static let usualRecordingDays = 90

    /// The default grace before a recording is deleted at Telnyx: a week, in which a backup can be restored.
    public static let usualDeletionGrace = Duration.seconds(7 * 86_400)

    /// The keys and addresses by which the exchange and Telnyx know each other.
    public var settings: TelnyxSettings
    /// The path at which the exchange takes webhooks. The same path is entered in Telnyx's portal.
    public var webhookPath: String
    /// The numbers of the account that ring users here.
    public var numbers: [CalledNumber]
    /// The retention of recorded conversations, here and at Telnyx, in days.
    public var recordingDays = TelnyxAccount.usualRecordingDays

    /// The grace before a recording that is to be deleted is deleted at Telnyx.
    public var deletionGrace = TelnyxAccount.usualDeletionGrace

    public init(
        _ settings: TelnyxSettings, webhookPath: String = TelnyxAccount.usualWebhookPath, numbers: [CalledNumber] = []
    ) {
        self.settings = settings
        self.webhookPath = webhookPath
        self.numbers = numbers
    }
}

extension ConfigurationFile {
    static let telnyxKeys = [
        "api-key", "api-key-file", "public-key", "connection-id", "credential-connection-id", "sip-domain",
        "webrtc-address",
        "from", "address", "trusted-certificates",
        "webhook-path", "greeting", "greeting-address", "apology", "ringback-address", "hold-address", "waiting",
        "announcement", "announcement-address", "recording-days", "deletion-grace-hours", "numbers",
    ]

    static func telnyx(_ section: ConfigurationSection) throws(ExchangeServerError) -> TelnyxAccount {
        let key = try section.secret("api-key")
        let webhookKey = try section.requiredText("public-key")
        guard TelnyxSettings.isWebhookKey(webhookKey) else {
            throw section.complaint("public-key", "must be base64 of 32 bytes, as Telnyx's portal shows it")
        }
        var settings = TelnyxSettings(
            key: key, webhookKey: webhookKey, connection: try section.requiredText("connection-id"),
            from: Redacted(try section.requiredText("from")), stateKey: TelnyxSettings.stateKey(from: key))
        settings.address = try section.address("address") ?? settings.address
        settings.credentialConnection = try section.text("credential-connection-id")
        settings.sipDomain = try sipDomain(section) ?? settings.sipDomain
        settings.webRTCAddress = try section.socketAddress("webrtc-address") ?? settings.webRTCAddress
        settings.trustedPEM = try section.fileText("trusted-certificates")
        settings.greeting = try section.text("greeting") ?? settings.greeting
        settings.greetingAddress = try section.address("greeting-address")
        settings.apology = try section.text("apology") ?? settings.apology
        settings.ringbackAddress = try section.address("ringback-address")
        settings.holdAddress = try section.address("hold-address")
        settings.waiting = try section.text("waiting") ?? settings.waiting
        settings.announcement = try section.text("announcement") ?? settings.announcement
        settings.announcementAddress = try section.address("announcement-address")
        var account = TelnyxAccount(settings)
        account.recordingDays = try section.integer("recording-days", in: 1...3_650) ?? account.recordingDays
        if let hours = try section.integer("deletion-grace-hours", in: 0...8_760) {
            account.deletionGrace = .seconds(hours * 3_600)
        }
        account.webhookPath = try section.text("webhook-path") ?? account.webhookPath
        guard account.webhookPath.hasPrefix("/"), !account.webhookPath.hasPrefix("/api/"),
            !account.webhookPath.contains(where: { ":*{} ".contains($0) })
        else {
            throw section.complaint("webhook-path", "must be a plain path such as \(TelnyxAccount.usualWebhookPath)")
        }
        for entry in try section.sections("numbers", keys: numberKeys) {
            account.numbers.append(try number(entry, reachesOutside: true))
        }
        return account
    }

    private static func sipDomain(_ section: ConfigurationSection) throws(ExchangeServerError) -> String? {
        guard let domain = try section.text("sip-domain") else { return nil }
        let isName = !domain.isEmpty && domain.utf8.count <= 253
        guard isName,
            domain.unicodeScalars.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || "-.0123456789:".unicodeScalars.contains($0))
            })
        else { throw section.complaint("sip-domain", "must be a host name such as sip.telnyx.com") }
        return domain
    }
}
