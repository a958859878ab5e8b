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
