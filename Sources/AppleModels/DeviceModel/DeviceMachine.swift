/// One iPhone as the frameworks see it: its pushes, calls, sound, the app's process and the lock.
///
/// The machine is pure: events come from the world and from the app; effects are calls into the app, timers, and
/// observations of the person. A framework call whose result the app needs at once is a function beside
/// ``handle(_:at:into:)``. Each `…State` is that of one subject; the extensions of this type connect the states.
public struct DeviceMachine: Hashable, Sendable {
    private let constantPolicy: Constant<DevicePolicy>
    private let constantManifest: Constant<AppManifest>
    private let constantProcessCountMax: Constant<UInt8>

    /// The phone's lock.
    public internal(set) var lock = LockState.unlocked
    /// The app's process.
    public internal(set) var process = ProcessState()
    /// Pushes and the registry.
    public internal(set) var pushes = PushKitState()
    /// The calls of the system's call daemon.
    public internal(set) var calls = SystemCallState()
    /// The audio session.
    public internal(set) var audio = AudioSessionState()

    /// Makes an unlocked phone on which the app is installed and has never been started.
    ///
    /// - Parameter processCountMax: how many successive processes have different generation numbers before the numbers
    ///   repeat. A search of all states needs few: one more than the number of processes that may have left work
    ///   unfinished. At least 2.
    public init(policy: DevicePolicy, app: AppManifest = AppManifest(), processCountMax: UInt8 = .max) {
        constantPolicy = Constant(policy)
        constantManifest = Constant(app)
        constantProcessCountMax = Constant(max(processCountMax, 2))
    }

    /// The figures and variants in which systems differ.
    public var policy: DevicePolicy { constantPolicy.value }
    /// The app's entitlements and build settings.
    public var manifest: AppManifest { constantManifest.value }

    /// The generation number of the process that starts next.
    var nextGeneration: ProcessGeneration {
        let last = process.generation.value
        return ProcessGeneration(last >= constantProcessCountMax.value ? 1 : last + 1)
    }

    /// Handles one event and appends its effects.
    public mutating func handle(_ event: DeviceEvent, at now: Duration, into effects: inout [DeviceEffect]) {
        switch event {
        case .world(let event): handle(event, into: &effects)
        case .app(let event, let generation):
            guard isRunning(generation) else { return }
            handle(event, into: &effects)
        case .timerFired(let timer): handle(timer, into: &effects)
        }
        settle(into: &effects)
    }

    /// Updates everything that depends on several states at once. Every change of a state is followed by this call.
    mutating func settle(into effects: inout [DeviceEffect]) {
        deliverPush(into: &effects)
        reviewActivation(into: &effects)
        reviewBackgroundTime(into: &effects)
        reviewSound(into: &effects)
    }

    private mutating func handle(_ event: ExternalEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .push(let event): handle(event, into: &effects)
        case .person(let event): handle(event, into: &effects)
        case .cellular(let event): handle(event, into: &effects)
        case .callServices(let event): handle(event, into: &effects)
        case .life(let event): handle(event, into: &effects)
        case .lock(let event): handle(event, into: &effects)
        case .audio(let event): handle(event, into: &effects)
        }
    }

    private mutating func handle(_ event: AppEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .push(let request): handle(request, into: &effects)
        case .calls(let request): handle(request, into: &effects)
        case .audio(let request): handle(request, into: &effects)
        case .process(let request): handle(request, into: &effects)
        }
    }

    private mutating func handle(_ timer: DeviceTimer, into effects: inout [DeviceEffect]) {
        switch timer {
        case .pushCheck(let push): checkReport(of: push, into: &effects)
        case .providerConnection(let provider): connect(provider, into: &effects)
        case .ringLimit(let call): endRinging(call, into: &effects)
        case .action(let action): timeOut(action, into: &effects)
        case .neglectedCall(let call): endNeglected(call, into: &effects)
        case .reportCompletion(let report): complete(report, into: &effects)
        case .suspension: suspend(into: &effects)
        case .launchWatchdog: watchLaunch(into: &effects)
        case .backgroundTime: expireBackgroundTasks(into: &effects)
        case .backgroundGrace: killForBackgroundTime(into: &effects)
        }
    }

    /// Whether the process of this generation is alive and not suspended.
    public func isRunning(_ generation: ProcessGeneration) -> Bool {
        process.runs && process.generation == generation
    }

    /// Appends a call into the app, if its process runs.
    func call(_ callback: AppCallback, into effects: inout [DeviceEffect]) {
        guard process.runs else { return }
        effects.append(.callback(callback, to: process.generation))
    }
}

/// An event on the phone.
public enum DeviceEvent: Hashable, Sendable {
    /// An event from outside the app: the person, the network, the hardware, or the system itself.
    case world(ExternalEvent)
    /// The app calls a framework. A call from a process that has ended has no effect.
    case app(AppEvent, from: ProcessGeneration)
    /// A timer has fired.
    case timerFired(DeviceTimer)
}

/// An event from outside the app.
public enum ExternalEvent: Hashable, Sendable {
    /// A push or a token of the push service.
    case push(PushEvent)
    /// The person acts on the call screen or in Recents.
    case person(UserAction)
    /// A call of the telephone network changes.
    case cellular(CellularEvent)
    /// The call daemon acts by itself, or the person changes its filters.
    case callServices(CallDaemonEvent)
    /// The app's process starts, moves or ends.
    case life(ProcessEvent)
    /// The phone is locked, unlocked or restarted.
    case lock(LockEvent)
    /// The sound hardware, its daemon or the permission to record changes.
    case audio(AudioHardwareEvent)
}

/// A framework call by the app that returns no result at once.
public enum AppEvent: Hashable, Sendable {
    /// PushKit.
    case push(PushRequest)
    /// CallKit.
    case calls(CallRequest)
    /// AVFAudio and the media the app runs.
    case audio(AudioRequest)
    /// UIKit's process and scene life cycle.
    case process(ProcessRequest)
}

/// An effect of an event. Effects are carried out in order.
public enum DeviceEffect: Hashable, Sendable {
    /// A framework calls the app. Only the process of this generation may receive it.
    case callback(AppCallback, to: ProcessGeneration)
    /// A timer starts; if it is already running, it starts again.
    case startTimer(DeviceTimer, after: Duration)
    /// A timer stops; if it is not running, nothing happens.
    case stopTimer(DeviceTimer)
    /// The person can see or hear something, or the phone's diagnostics record it.
    case observe(Observation)
}

/// A call by a framework into the app.
public enum AppCallback: Hashable, Sendable {
    /// PushKit.
    case push(PushCallback)
    /// CallKit.
    case calls(CallCallback)
    /// AVFAudio.
    case audio(AudioCallback)
    /// UIKit's process and scene life cycle.
    case process(ProcessCallback)
}

/// A timer of the phone. At most one of each name runs at a time.
public enum DeviceTimer: Hashable, Sendable {
    /// The daemon checks whether the app reported a call for a push.
    case pushCheck(VoIPPushID)
    /// A provider connects to the daemon.
    case providerConnection(ProviderID)
    /// An incoming call has rung for the longest time allowed.
    case ringLimit(SystemCallID)
    /// An action times out.
    case action(ActionID)
    /// A call whose hold or mute was never completed is ended.
    case neglectedCall(SystemCallID)
    /// The daemon answers a report of an incoming call.
    case reportCompletion(ReportID)
    /// A process with nothing to do in the background is suspended.
    case suspension
    /// A process that does not finish launching is killed.
    case launchWatchdog
    /// The time for tasks in the background is over.
    case backgroundTime
    /// A process that did not end its background tasks when told is killed.
    case backgroundGrace
}

/// An observation by the person who holds the phone, or by a developer who reads its diagnostics.
public enum Observation: Hashable, Sendable {
    /// The call screen changes.
    case call(CallObservation)
    /// An entry appeared in Recents.
    case recents(RecentsEntry)
    /// The sound that can be heard and recorded changes.
    case sound(SoundCondition)
    /// A push did not reach the app, and why.
    case pushNotDelivered(VoIPPushID, PushLoss)
    /// The app did not report a call for a push; `count` is the number of such pushes since the app was installed.
    case pushViolation(count: Int)
    /// The system no longer starts the app for pushes, until the app is reinstalled.
    case pushesRevoked
    /// An alert that only development and TestFlight builds show.
    case diagnosticAlert(DiagnosticAlert)
    /// The process changed its state. A suspended process executes nothing, not even timers.
    case process(ProcessPhase, ProcessGeneration)
    /// The process was killed.
    case terminated(TerminationReason, ProcessGeneration)
    /// The system asks for the passcode before it goes on.
    case unlockRequested
    /// The app did something that the frameworks accept but that is known to fail.
    case hazard(AppMistake)
}

/// A mistake of the app that the frameworks accept and that is known to fail later.
public enum AppMistake: Hashable, Sendable {
    /// The app made a second provider; the first one receives nothing from then on.
    case secondProvider
    /// The app made a provider before `main` was reached.
    case providerBeforeMain
    /// The app activated the audio session itself.
    case selfActivatedAudio
    /// The app started media before the session was activated.
    case mediaBeforeActivation
    /// The app reported a call under the UUID of a call that ended recently.
    case reusedCallID
    /// The app completed an action that no provider holds: a second time, too late, or one it was never given.
    case idleCompletion
    /// The app reported a call on a different queue from the one that delivered the push.
    case reportOffQueue
    /// The app called a push's completion handler before the report completed.
    case earlyPushCompletion
}

/// The facts that are fixed when an app is built: entitlements, Info.plist and the kind of build.
public struct AppManifest: Hashable, Sendable {
    /// How the app was installed.
    public enum Build: Hashable, Sendable {
        case development, testFlight, appStore
    }

    /// Whether `UIBackgroundModes` contains `voip`.
    public var hasVoIPBackgroundMode = true
    /// Whether the app may use the call provider at all.
    public var isEntitled = true
    /// Whether the person chose the app to open `tel:` links.
    public var isDefaultCallingApp = false
    /// Whether the app uses the scene life cycle.
    public var usesScenes = true
    /// How the app was installed.
    public var build = Build.appStore

    /// Makes the manifest of a correct app: entitled, with scenes, from the App Store.
    public init() {}
}

/// A value that never changes while a machine runs, so it does not distinguish one state from another.
///
/// The value is stored behind a reference, so that the thousands of states of a search share one copy. All constants
/// compare equal.
struct Constant<Value: Sendable>: Hashable, Sendable {
    private let box: [Value]

    init(_ value: Value) {
        box = [value]
    }

    var value: Value { box[0] }

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
