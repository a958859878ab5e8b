internal import DeviceModel

extension DeviceSetup {
    static let keys = [
        "profile", "seed", "lock", "app", "organizations", "connect after", "microphone", "notifications",
    ]

    init(_ section: ScenarioSection) throws(ScenarioError) {
        profile = try section.word("profile", DeviceProfile.self) ?? profile
        seed = UInt64(try section.integer("seed", in: 0...1_000_000) ?? Int(seed))
        lock = try section.word("lock", Lock.self) ?? lock
        app = try section.word("app", App.self) ?? app
        if section.has("organizations") { organizations = try section.texts("organizations") }
        connectAfter = try section.time("connect after") ?? connectAfter
        microphone = try section.word("microphone", MicrophoneWord.self)?.permission ?? microphone
        mayNotify = try section.word("notifications", NotificationWord.self).map { $0 == .allowed } ?? mayNotify
        if app == .foreground, lock != .unlocked {
            throw section.complaint("app", "cannot be in the foreground of a phone that is \(lock.rawValue)")
        }
        if app == .suspended, lock == .beforeFirstUnlock {
            throw section.complaint("app", "does not run after a restart, before the first unlock")
        }
    }

    private enum NotificationWord: String, CaseIterable {
        case allowed, denied
    }
}

enum MicrophoneWord: String, CaseIterable {
    case granted, denied
    case notAsked = "not asked"

    var permission: MicrophonePermission {
        switch self {
        case .granted: .granted
        case .denied: .denied
        case .notAsked: .undetermined
        }
    }
}

extension ScenarioCall {
    static let keys = [
        "number", "name", "organization", "organization name", "invite after", "media after", "rings for",
        "greets for", "push names", "vendor push names", "invite names", "session of", "provider",
    ]

    private enum Provider: String, CaseIterable {
        case exchange, carrier
    }

    init(_ id: ScenarioCallName, _ section: ScenarioSection, device: DeviceSetup) throws(ScenarioError) {
        let organization = try section.text("organization") ?? device.organizations.first ?? ""
        self.init(
            id, number: try section.requiredText("number"), name: try section.text("name"),
            organization: organization)
        organizationName = try section.text("organization name")
        inviteAfter = try Self.delay("invite after", section, usual: inviteAfter)
        mediaAfter = try Self.delay("media after", section, usual: mediaAfter)
        ringsFor = try section.time("rings for") ?? ringsFor
        greetsFor = try section.time("greets for")
        pushNames = try section.words("push names", Mark.self) ?? pushNames
        vendorPushNames = try section.words("vendor push names", Mark.self) ?? vendorPushNames
        inviteNames = try section.words("invite names", Mark.self) ?? inviteNames
        isOfCarrier = try section.word("provider", Provider.self) == .carrier
        sessionOf = try section.text("session of").map(ScenarioCallName.init(_:))
    }

    private static func delay(
        _ key: String, _ section: ScenarioSection, usual: Duration?
    ) throws(ScenarioError) -> Duration? {
        guard section.has(key) else { return usual }
        return try section.text(key) == "never" ? nil : try section.time(key)
    }
}

extension DrawnFaults {
    static let keys = ["seed", "from", "until", "count", "kinds"]

    /// Reads `faults: {seed: 7, from: 1 min, until: 60 min, count: 40, kinds: [path, exchange]}`.
    init(_ section: ScenarioSection) throws(ScenarioError) {
        let seed = try section.integer("seed", in: 0...1_000_000)
        let count = try section.integer("count", in: 1...ScenarioLimits.faultsMax)
        guard let seed, let count, let until = try section.time("until") else {
            let example = "{seed: 7, count: 40, until: 60 min}"
            throw section.complaint("", "must say `seed`, `count` and `until`, such as `\(example)`")
        }
        let from = try section.time("from") ?? .zero
        guard from < until else { throw section.complaint("until", "must be later than `from`") }
        let kinds = try section.words("kinds", Kind.self) ?? Kind.allCases
        guard !kinds.isEmpty else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw section.complaint("kinds", "is empty; it can be: \(known)")
        }
        self.init(seed: UInt64(seed), from: from, until: until, count: count, kinds: kinds)
    }
}
