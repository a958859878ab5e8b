/// Every figure and variant of the model, each with the number of its rule.
///
/// A policy is a parameter of a device and not part of its state, so a search of states leaves it out of a state's
/// hash.
public struct DevicePolicy: Hashable, Sendable {
    /// The device and system version whose behavior the values below describe.
    public var profile: DeviceProfile
    /// Values of PushKit: when a report is due, and what follows if it is missing.
    public var push = PushPolicy()
    /// Values of calls: limits, screens and Recents.
    public var calls = CallPolicy()
    /// Values of CallKit's actions: time-outs and their results.
    public var actions = ActionPolicy()
    /// Values of the audio session: activation, interruption and routes.
    public var audio = AudioPolicy()
    /// Values of the process: launch, suspension and the end.
    public var process = ProcessPolicy()
    /// Values of files, defaults and the keychain.
    public var storage = StoragePolicy()
    /// Values of the path monitor.
    public var path = PathPolicy()
    /// Values of the notification center.
    public var notifications = NotificationPolicy()
    /// Values of Sign in with Apple.
    public var signIn = SignInPolicy()
    /// Values of the web view and its plugins.
    public var web = WebPolicy()

    /// Sets the values that all profiles share. `DeviceProfile.policy` sets the values that differ.
    init(profile: DeviceProfile) {
        self.profile = profile
    }
}

/// The iPhone that is modeled, by its system version.
public enum DeviceProfile: String, Hashable, Sendable, CaseIterable {
    case ios16
    case ios18
    case ios26
    case ios26p4 = "ios26.4"
    case ios27
    /// No existing system. Wherever systems differ, or a behavior is doubtful or occasional, this profile has the
    /// harder variant.
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

/// Figures of PushKit.
public struct PushPolicy: Hashable, Sendable {
    /// C1: whether a push needs no report while the app is in the foreground.
    public var exemptsForeground = false
    /// C1: whether a push needs no report while the daemon knows of a call of this app.
    public var exemptsDuringCall = false
    /// C3: from the delivery to the daemon's own check. Between 5 and 8 s were observed.
    public var secondCheckDelay: Duration = .seconds(7)
    /// C4: whether completing the push before its report has completed hides the call's screen, as iOS 12 did.
    public var earlyCompletionHidesCall = false
    /// C8: the number of violations that end delivery. Apple does not publish it; developers observed three or four.
    public var violationsMax = 3
    /// C9: whether a development build shows an alert for a violation.
    public var showsDiagnosticAlerts = false
    /// C10: the method with metadata, where the system has it.
    public var metadata: MetadataPolicy?
    /// C15: the age from which a push is late. Assumed; half a minute was observed, and Apple does not document the
    /// limit of 26.4.
    public var lateDelay: Duration = .seconds(20)
    /// C17: the most bytes of a payload.
    public var payloadBytesMax = 5 * 1024
    /// C18: whether a push before the first unlock launches the app; otherwise it waits for the unlock. Both were
    /// observed.
    public var launchesBeforeFirstUnlock = true
    /// The most pushes that wait for a registry or for the unlock. It bounds the model.
    public var waitingCountMax = 4

    public init() {}
}

/// C10: the criteria under which `mustReport` is false.
public struct MetadataPolicy: Hashable, Sendable {
    /// The app is in the foreground.
    public var excusesForeground: Bool
    /// The daemon knows of a call of this app.
    public var excusesDuringCall: Bool
    /// The push is late, by `PushPolicy.lateDelay`.
    public var excusesLate: Bool

    /// Makes the criteria of 26.4 by default.
    public init(excusesForeground: Bool = true, excusesDuringCall: Bool = true, excusesLate: Bool = true) {
        self.excusesForeground = excusesForeground
        self.excusesDuringCall = excusesDuringCall
        self.excusesLate = excusesLate
    }
}

/// Figures of the call daemon.
public struct CallPolicy: Hashable, Sendable {
    /// C24: whether `invalidate` resets the provider. The documentation says no; a re-implementation does it.
    public var invalidateResets = false
    /// C27: whether an incoming call beyond the limit is refused, as observed.
    public var refusesIncomingBeyondGroups = true
    /// C28: whether a call under a recently ended UUID shows a broken screen.
    public var endedUUIDBreaksNextCall = true
    /// C28: how many ended UUIDs are remembered. A phone remembers them until its restart; the number bounds the model.
    public var endedUUIDCountMax = 8
    /// C29: whether the daemon keeps a call when its process dies.
    public var deadProcessLeavesCalls = false
    /// C32: from the report to the end of ringing.
    public var ringLimit: Duration = .seconds(60)
    /// Whether an end reported before the report has completed is lost. Observed by Signal (CallKitCallUIAdaptee).
    public var losesEndBeforeReportCompletes = false
    /// C36: whether an app can be made the one that `tel:` links open. From 18.2 on.
    public var hasDefaultCallingApp = true
    /// C67: whether an answered video call opens the app.
    public var videoOpensApp = true

    public init() {}
}

/// Figures of the actions the daemon asks for.
public struct ActionPolicy: Hashable, Sendable {
    /// C43: the time-out for starting a call. A re-implementation has 600 s; much less was observed in 2017.
    public var startTimeOut: Duration = .seconds(600)
    /// C43: the time-out for answering a call.
    public var answerTimeOut: Duration = .seconds(60)
    /// C43: the time-out for every other action.
    public var otherTimeOut: Duration = .seconds(5)
    /// C44: from the time-out of a mute or hold to the end of the call.
    public var neglectedActionEndsCallAfter: Duration = .seconds(60)
    /// C44: whether a hold that timed out while calls are swapped ends the call at once.
    public var slowHoldEndsSwappedCall = false
    /// C48: whether an outgoing call that connects is unmuted unasked.
    public var unmutesWhenConnected = true
    /// C48: whether a muted call that has ended is unmuted unasked. The app cannot complete such an action
    /// meaningfully.
    public var unmutesEndedCall = false
    /// C50: whether the answer comes before the end or hold of the other call in a transaction of two actions.
    public var answersBeforeEnding = false

    public init() {}
}

/// Figures of the audio session.
public struct AudioPolicy: Hashable, Sendable {
    /// C30: whether the daemon loses the session, so that only a configuration assigned again before a report helps.
    public var losesSessionUntilConfigured = false
    /// C61: whether a session the app activated keeps the system from activating it.
    public var ownActivationPreventsSystems = true
    /// C63: whether a call resumed after its interruption was ended by the other side is activated again.
    public var activatesAfterRemoteEndedInterruption = false

    public init() {}
}

/// Figures of the process's life.
public struct ProcessPolicy: Hashable, Sendable {
    /// C71: from the last reason to run to the suspension. It takes seconds; the exact figure is assumed.
    public var suspensionDelay: Duration = .seconds(5)
    /// C71: the time that background tasks may take.
    public var backgroundTaskLimit: Duration = .seconds(30)
    /// How long `didFinishLaunching` may take before the watchdog kills the process. About 20 s were observed.
    public var launchLimit: Duration = .seconds(20)
    /// C72: whether a launch in the background connects a scene, inactive.
    public var backgroundLaunchConnectsScene = false
    /// C73: whether an app without the scene life cycle does not launch.
    public var requiresScenes = false
    /// C80: whether the process may be started before it is needed.
    public var prewarms = true

    public init() {}
}

/// Figures of keychain, files and defaults.
public struct StoragePolicy: Hashable, Sendable {
    /// C74: the accessibility class of an item that names none.
    public var defaultAccessibility = KeychainAccessibility.whenUnlocked
    /// C76: whether items survive the deletion of their app.
    public var keychainSurvivesDeletion = true
    /// C77: whether defaults read before the first unlock stay empty in that process.
    public var emptyDefaultsStay = true
    /// C77: whether defaults written before the first unlock are lost.
    public var earlyDefaultsWritesAreLost = true

    public init() {}
}

/// Figures of the path monitor.
public struct PathPolicy: Hashable, Sendable {
    /// C90: from the start to the first update. Apple says "soon"; the figure is assumed.
    public var firstUpdateDelay: Duration = .milliseconds(10)
    /// C90: the number of updates on joining a Wi-Fi, from one to three.
    public var joiningUpdateCount = 3
    /// C90: the time between the updates of a burst. Assumed.
    public var burstInterval: Duration = .milliseconds(50)
    /// C90: whether a change of interface passes through a moment without any path.
    public var handoverPassesThroughNothing = false

    public init() {}
}

/// Figures of the notification center.
public struct NotificationPolicy: Hashable, Sendable {
    /// C110: whether adding without permission is an error. The documentation leaves it open; developers see none.
    public var refusesWithoutPermission = false
    /// How many delivered notifications are kept. It bounds the model.
    public var deliveredCountMax = 16

    public init() {}
}

/// Figures of Sign in with Apple.
public struct SignInPolicy: Hashable, Sendable {
    /// C101: how long an authorization code is valid.
    public var codeLifetime: Duration = .seconds(300)
    /// C101: how long an identity token is valid. An app must read this from the token; ten minutes and a day were both
    /// observed.
    public var tokenLifetime: Duration = .seconds(600)

    public init() {}
}

/// Figures of the web view and its bridge.
public struct WebPolicy: Hashable, Sendable {
    /// C79: whether cookies can be read without a web view.
    public var cookiesNeedWebView = true
    /// C111: how many retained events wait for a listener. Capacitor has no limit; the number bounds the model.
    public var retainedCountMax = 64

    public init() {}
}
