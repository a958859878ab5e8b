/// Which iPhone is modelled.
public enum DeviceProfile: String, Hashable, Sendable, CaseIterable {
    case ios16
    case ios18
    case ios26
    case ios26p4 = "ios26.4"
    case ios27
    /// No system that exists: of everything that differs, is doubtful or happens only sometimes, the harder.
    case strict

    /// The figures and variants of this iPhone.
    public var policy: DevicePolicy {
        var policy = DevicePolicy(profile: self)
        switch self {
        case .ios16: policy.becomeIOS16()
        case .ios18: policy.becomeIOS18()
        case .ios26: policy.becomeIOS26()
        case .ios26p4: policy.becomeIOS26p4()
        case .ios27: policy.becomeIOS27()
        case .strict: policy.becomeStrict()
        }
        return policy
    }
}

extension DevicePolicy {
    fileprivate mutating func becomeIOS16() {
        push.exemptsForeground = true
        push.exemptsDuringCall = true
        calls.endedUUIDBreaksNextCall = false
        calls.hasDefaultCallingApp = false
    }

    fileprivate mutating func becomeIOS18() {
        push.exemptsForeground = true
        push.exemptsDuringCall = true
        audio.losesSessionUntilConfigured = true
    }

    fileprivate mutating func becomeIOS26() {
        push.showsDiagnosticAlerts = true
        audio.losesSessionUntilConfigured = true
    }

    fileprivate mutating func becomeIOS26p4() {
        push.showsDiagnosticAlerts = true
        push.metadata = MetadataPolicy()
    }

    fileprivate mutating func becomeIOS27() {
        becomeIOS26p4()
        process.requiresScenes = true
    }

    fileprivate mutating func becomeStrict() {
        push.secondCheckDelay = .seconds(5)
        push.violationsMax = 1
        push.showsDiagnosticAlerts = true
        push.metadata = MetadataPolicy(excusesForeground: false, excusesDuringCall: false, excusesLate: false)
        push.earlyCompletionHidesCall = true
        calls.losesEndBeforeReportCompletes = true
        calls.deadProcessLeavesCalls = true
        actions.startTimeOut = .seconds(5)
        actions.slowHoldEndsSwappedCall = true
        actions.unmutesEndedCall = true
        audio.losesSessionUntilConfigured = true
        process.requiresScenes = true
        process.backgroundLaunchConnectsScene = false
        path.handoverPassesThroughNothing = true
    }
}
