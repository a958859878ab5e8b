internal import ExchangeCore
internal import RingCore

/// Calls to the public network, as the file permits them.
extension ConfigurationFile {
    private static let outboundKeys = [
        "organizations", "country", "emergency", "emergency-numbers", "allowed", "forbidden", "ring-seconds",
        "calls-at-once", "record-conversations", "consent",
    ]

    static func outbound(_ calls: ConfigurationSection) throws(ExchangeServerError) -> OutboundPolicy? {
        guard let section = try calls.section("outbound", keys: outboundKeys) else { return nil }
        var policy = OutboundPolicy()
        if section.has("organizations") { policy.organizations = Set(try section.texts("organizations")) }
        policy.country = try country(section)
        policy.emergency =
            try section.choice("emergency", OutboundPolicy.EmergencyRule.allCases.map { ($0.rawValue, $0) })
            ?? policy.emergency
        policy.emergencyNumbers =
            try numbers("emergency-numbers", section) { (2...6).contains($0.count) && $0.isDigits }
            ?? policy.emergencyNumbers
        policy.allowed = try numbers("allowed", section, isBeginning) ?? policy.allowed
        policy.forbidden = try numbers("forbidden", section, isBeginning) ?? policy.forbidden
        let seconds = 5...Int(RingLimits.ringTimeMax.components.seconds)
        policy.ringTime = try section.integer("ring-seconds", in: seconds).map { .seconds($0) } ?? policy.ringTime
        policy.callsAtOnce = try section.integer("calls-at-once", in: 1...200) ?? policy.callsAtOnce
        policy.recording = try recording(section)
        return policy
    }

    private static func country(_ section: ConfigurationSection) throws(ExchangeServerError) -> String? {
        guard let text = try section.text("country") else { return nil }
        let digits = String(text.dropFirst())
        guard text.hasPrefix("+"), (1...3).contains(digits.count), digits.isDigits, !digits.hasPrefix("0") else {
            throw section.complaint("country", "must be a plus sign and the digits of a country, such as +1")
        }
        return digits
    }

    private static func recording(
        _ section: ConfigurationSection
    ) throws(ExchangeServerError) -> OutboundPolicy.Recording? {
        let consent = try consent(section) ?? .none
        guard try section.boolean("record-conversations") ?? false else { return nil }
        switch consent {
        case .none:
            throw section.complaint("consent", "must be given or announcement where conversations are recorded")
        case .given: return .consented
        case .byAnnouncement: return .announced
        }
    }

    private static func isBeginning(_ text: String) -> Bool {
        text.hasPrefix("+") && text.count <= 16 && (text.count == 1 || String(text.dropFirst()).isDigits)
    }

    private static func numbers(
        _ key: String, _ section: ConfigurationSection, _ isRight: (String) -> Bool
    ) throws(ExchangeServerError) -> Set<String>? {
        guard section.has(key) else { return nil }
        let texts = try section.texts(key)
        if let wrong = texts.first(where: { !isRight($0) }) {
            let form =
                key == "emergency-numbers"
                ? "2 to 6 digits each" : "beginnings of numbers such as +1900: a plus sign and digits"
            throw section.complaint(key, "must be \(form), not \(wrong)")
        }
        return Set(texts)
    }
}

extension String {
    fileprivate var isDigits: Bool {
        !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
