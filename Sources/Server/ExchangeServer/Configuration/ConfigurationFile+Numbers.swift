internal import Redaction
internal import RingCore

extension ConfigurationFile {
    /// Of less a phone would hear nothing: a dial that cannot ring for `RingLimits.ringTimeMin` is not made, and Telnyx lets
    /// none ring for less. Source: `timeout_secs` of a dial.
    private static let ringSecondsMin = 5
    static let numberKeys = [
        "number", "users", "organization", "ring-seconds", "voicemail", "busy", "record-conversations", "consent",
    ]

    static func number(_ entry: ConfigurationSection) throws(ExchangeServerError) -> CalledNumber {
        var number = CalledNumber(Redacted(try entry.requiredText("number")), users: try entry.texts("users"))
        guard !number.users.isEmpty else { throw entry.complaint("users", "must name one user or more") }
        number.organization = try entry.text("organization") ?? number.organization
        let seconds = ringSecondsMin...Int(RingLimits.ringTimeMax.components.seconds)
        number.policy.ringTime =
            try entry.integer("ring-seconds", in: seconds).map(Duration.seconds) ?? number.policy.ringTime
        number.policy.hasVoicemail = try entry.boolean("voicemail") ?? number.policy.hasVoicemail
        number.policy.recordsConversations = try entry.boolean("record-conversations") ?? false
        number.hasConsent = try entry.boolean("consent") ?? false
        switch try entry.text("busy") {
        case nil, "call-waiting": number.policy.busy = .callWaiting
        case "skip": number.policy.busy = .skip
        default: throw entry.complaint("busy", "must be call-waiting or skip")
        }
        return number
    }
}
