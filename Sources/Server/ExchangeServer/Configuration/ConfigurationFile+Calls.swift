internal import Accounts
internal import ExchangeCore
public import Redaction
internal import RingCore

extension ConfigurationFile {
    static func signUp(_ top: ConfigurationSection) throws(ExchangeServerError) -> SignUpMode? {
        try top.choice("sign-up", SignUpMode.allCases.map { ($0.rawValue, $0) })
    }

    static let callKeys = ["across-organizations", "caller-names", "connect-while-ringing", "outbound"]

    static func calling(_ top: ConfigurationSection) throws(ExchangeServerError) -> CallingPolicy {
        var policy = CallingPolicy()
        guard let section = try top.section("calls", keys: callKeys) else { return policy }
        let isAllowed = try section.choice("across-organizations", [("refused", false), ("allowed", true)])
        policy.allowsAcrossOrganizations = isAllowed ?? policy.allowsAcrossOrganizations
        let isClaimed = try section.choice("caller-names", [("exchange", false), ("app", true)])
        policy.showsClaimedNames = isClaimed ?? policy.showsClaimedNames
        let connects = try section.choice("connect-while-ringing", [("never", false), ("colleagues", true)])
        policy.connectsColleaguesWhileRinging = connects ?? policy.connectsColleaguesWhileRinging
        policy.outbound = try outbound(section)
        return policy
    }
}

/// The permission of calls to the public network.
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

extension ConfigurationFile {
    static let anonymousKeys = ["targets", "display-name", "at-once"]

    static func anonymousLogins(_ top: ConfigurationSection) throws(ExchangeServerError) -> AnonymousLogins {
        var logins = AnonymousLogins()
        guard let section = try top.section("anonymous-login", keys: anonymousKeys) else { return logins }
        let targets = try section.texts("targets")
        guard targets.count <= AnonymousLogins.targetsMax, targets.allSatisfy({ !$0.isEmpty }) else {
            throw section.complaint(
                "targets", "must list at most \(AnonymousLogins.targetsMax) names of users or numbers")
        }
        logins.targets = Set(targets.map(Directory.withoutDomain))
        logins.displayName = try section.displayName("display-name") ?? logins.displayName
        logins.atOnceMax = try section.integer("at-once", in: 1...1_000_000) ?? logins.atOnceMax
        return logins
    }
}

/// The rules for anonymous logins: each may call one of these targets, and nothing else.
public struct AnonymousLogins: Sendable {
    /// The most targets; a public directory belongs into users.
    static let targetsMax = 1_000
    /// How many of them may be logged in at once where the configuration does not say.
    public static let atOnceDefault = 100

    /// The targets as devices dial them: names of users, and numbers. Each login names one of them and may call only
    /// that.
    public var targets: Set<String>
    /// The name that called devices show.
    public var displayName: Redacted<String>
    /// The most anonymous logins at once.
    public var atOnceMax: Int

    public init(
        targets: Set<String> = [], displayName: Redacted<String> = "Anonymous", atOnceMax: Int = atOnceDefault
    ) {
        self.targets = targets
        self.displayName = displayName
        self.atOnceMax = atOnceMax
    }
}
