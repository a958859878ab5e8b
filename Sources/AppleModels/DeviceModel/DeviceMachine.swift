/// One iPhone behind the frameworks: what the system knows of pushes, calls, sound, the app's process and the lock.
///
/// Pure: the world and the app come in as events, what the frameworks call in the app and what a person notices goes
/// out as effects. What an app must be answered at once is a function beside ``handle(_:at:into:)``.
/// Each book keeps its own matter; what one must tell another is said in the extensions of this type.
public struct DeviceMachine: Hashable, Sendable {
    private let constantPolicy: Constant<DevicePolicy>
    private let constantManifest: Constant<AppManifest>
    private let constantProcessCountMax: Constant<UInt8>

    /// The phone's lock.
    public internal(set) var lock = LockState.unlocked
    /// The app's process.
    public internal(set) var process = ProcessBook()
    /// Pushes and the registry.
    public internal(set) var pushes = PushBook()
    /// The daemon's calls.
    public internal(set) var calls = CallBook()
    /// The audio session.
    public internal(set) var audio = AudioBook()

    /// Makes an unlocked phone on which the app is installed and was never started.
    ///
    /// - Parameter processCountMax: how many processes are told apart, one after the other, before their numbers begin
    ///   again. A search of all states needs few: as many as may have left something under way, and one.
    public init(policy: DevicePolicy, app: AppManifest = AppManifest(), processCountMax: UInt8 = .max) {
        constantPolicy = Constant(policy)
        constantManifest = Constant(app)
        constantProcessCountMax = Constant(max(processCountMax, 2))
    }

    /// What this phone does where systems differ.
    public var policy: DevicePolicy { constantPolicy.value }
    /// How the app was built.
    public var manifest: AppManifest { constantManifest.value }

    /// The number after the present process's.
    var nextGeneration: ProcessGeneration {
        let last = process.generation.value
        return ProcessGeneration(last >= constantProcessCountMax.value ? 1 : last + 1)
    }

    /// Takes one event, and appends what follows from it.
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

    /// Lets follow what depends on several books together. Called after everything that may have changed one.
    mutating func settle(into effects: inout [DeviceEffect]) {
        deliverPush(into: &effects)
        reviewActivation(into: &effects)
        reviewBackgroundTime(into: &effects)
        reviewSound(into: &effects)
    }

    private mutating func handle(_ event: WorldEvent, into effects: inout [DeviceEffect]) {
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

    /// Whether a process of this generation is there and runs: it is not dead, and not suspended.
    public func isRunning(_ generation: ProcessGeneration) -> Bool {
        process.runs && process.generation == generation
    }

    /// Calls the app, if it runs.
    func call(_ callback: AppCallback, into effects: inout [DeviceEffect]) {
        guard process.runs else { return }
        effects.append(.callback(callback, to: process.generation))
    }
}

/// Something that happens to the phone.
public enum DeviceEvent: Hashable, Sendable {
    /// Something from outside the app: the person, the network, the hardware, the system's own doing.
    case world(WorldEvent)
    /// A framework call the app makes. One from a process that is gone has no effect.
    case app(AppEvent, from: ProcessGeneration)
    /// A timer that was started has run out.
    case timerFired(DeviceTimer)
}

/// What comes upon the phone from outside the app.
public enum WorldEvent: Hashable, Sendable {
    /// The push service: pushes and tokens.
    case push(PushEvent)
    /// What the person does to calls.
    case person(PersonEvent)
    /// Calls of the telephone network.
    case cellular(CellularEvent)
    /// The daemon that keeps the calls, and what the person told it to refuse.
    case callServices(CallServicesEvent)
    /// The life of the app's process.
    case life(LifeEvent)
    /// The lock, and restarts of the phone.
    case lock(LockEvent)
    /// Sound hardware, its daemon, and the permission to record.
    case audio(AudioEvent)
}

/// A framework call the app makes that needs no answer at once.
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

/// What the phone does in answer to an event, in order.
public enum DeviceEffect: Hashable, Sendable {
    /// A framework calls the app. Only the process of this generation may receive it.
    case callback(AppCallback, to: ProcessGeneration)
    /// A timer begins; if it runs already, it begins again.
    case startTimer(DeviceTimer, after: Duration)
    /// A timer is given up; if it does not run, nothing happens.
    case stopTimer(DeviceTimer)
    /// Something can be seen or heard, or is written in the phone's own diagnostics.
    case observe(Observation)
}

/// What a framework calls in the app.
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

/// What the phone waits for. One timer of each name at most.
public enum DeviceTimer: Hashable, Sendable {
    /// The daemon's check that a push led to a report.
    case pushCheck(PushID)
    /// The connection of a provider to the daemon.
    case providerConnection(ProviderID)
    /// The longest an incoming call may ring.
    case ringLimit(SystemCallID)
    /// An action's time-out.
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

/// What a person holding the phone, or a developer reading its diagnostics, notices.
public enum Observation: Hashable, Sendable {
    /// A change of what the call screen shows.
    case call(CallObservation)
    /// An entry appeared in Recents.
    case recents(RecentsEntry)
    /// A change of what can be heard and recorded.
    case sound(SoundCondition)
    /// The fate of a push that the app did not receive.
    case pushNotDelivered(PushID, PushLoss)
    /// A push went without a report; how many did so since the app was installed.
    case pushViolation(count: Int)
    /// The system will start the app for no push any more, until it is installed anew.
    case pushesRevoked
    /// An alert that only development and TestFlight builds show.
    case diagnosticAlert(DiagnosticAlert)
    /// The process changed the way it runs. A suspended one runs nothing, not even timers; a gone one never will again.
    case process(ProcessLife, ProcessGeneration)
    /// The process was killed.
    case terminated(TerminationReason, ProcessGeneration)
    /// The system asks for the passcode before it goes on.
    case unlockRequested
    /// The app did something that is allowed and known to go wrong.
    case hazard(Hazard)
}

/// Something an app does that the frameworks accept, and that is known to go wrong.
public enum Hazard: Hashable, Sendable {
    /// A second provider was made; the first hears nothing any more.
    case secondProvider
    /// A provider was made before `main` was reached.
    case providerBeforeMain
    /// The app activated the audio session itself.
    case selfActivatedAudio
    /// Media was started before the session was activated.
    case mediaBeforeActivation
    /// A call was reported under the UUID of one that ended lately.
    case reusedCallID
    /// An action was completed that no provider holds: a second time, too late, or never given.
    case idleCompletion
    /// A call was reported from another queue than the push was delivered on.
    case reportOffQueue
    /// A push's completion handler ran before its report completed.
    case earlyPushCompletion
}

/// What is fixed when an app is built: entitlements, Info.plist and the kind of build.
public struct AppManifest: Hashable, Sendable {
    /// How the app came onto the phone.
    public enum Build: Hashable, Sendable {
        case development, testFlight, appStore
    }

    /// Whether `UIBackgroundModes` contains `voip`.
    public var hasVoIPBackgroundMode = true
    /// Whether the app may use the call provider at all.
    public var isEntitled = true
    /// Whether the person made it the app that `tel:` links open.
    public var isDefaultCallingApp = false
    /// Whether it uses the scene life cycle.
    public var usesScenes = true
    /// How it came onto the phone.
    public var build = Build.appStore

    /// An app as it should be: entitled, with scenes, from the App Store.
    public init() {}
}

/// Something that never changes while a machine runs, and so does not tell one of its states from another.
///
/// Kept behind a reference, so that the thousands of states of a search share one copy.
struct Constant<Value: Sendable>: Hashable, Sendable {
    private let box: [Value]

    init(_ value: Value) {
        box = [value]
    }

    var value: Value { box[0] }

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
