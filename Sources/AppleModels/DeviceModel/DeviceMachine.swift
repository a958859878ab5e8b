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
