package import DeviceModel
package import Foundation

/// The whole state of a phone, shared by the threads of the app and of the test.
struct KernelState: Sendable {
    var machine: DeviceMachine
    var frameworks: FrameworkStates
    var now: Duration = .zero
    var alarms = AlarmQueue()
    var deliveries = DeliveryQueue()
    var sleepers: [SleepingTask] = []
    /// The sleepers that were due while their process was suspended.
    var overslept: [SleeperID] = []
    var texts = InternTable()
    var chance: SeededRandom
    var process: ProcessHandle?
    /// The runs of the app's code since it last was at rest that have started tasks.
    var runs: [WeakAppRun] = []
    var device = WeakDevice(nil)
    var observationLog = ObservationLog()
    /// The objects that frameworks keep for the app beyond its process, by type.
    var keepsakes: [ObjectIdentifier: any Sendable] = [:]
    /// The payloads of pushes, by ID.
    var payloads: [VoIPPushID: Data] = [:]
    /// The queue on which a push is being delivered.
    var pushQueue: String?
    /// The button that was tapped, by notification. A tap on the notification itself has no entry.
    var tappedButtons: [NotificationID: String] = [:]
    var namesGiven: UInt32 = 0
    var sleepersGiven: UInt64 = 0
    /// A counter that grows with every change. A phone is idle while it does not grow.
    var activity: UInt64 = 0

    init(policy: DevicePolicy, app: AppManifest, seed: UInt64) {
        machine = DeviceMachine(policy: policy, app: app)
        frameworks = FrameworkStates(policy: policy)
        chance = SeededRandom(seed: seed)
    }

    /// Lets the machine handle an event, and distributes its effects.
    mutating func handle(_ event: DeviceEvent) {
        activity += 1
        let lock = machine.lock
        let activation = machine.audio.activation
        var effects: [DeviceEffect] = []
        machine.handle(event, at: now, into: &effects)
        perform(effects)
        updateFrameworks(lockBefore: lock, activationBefore: activation)
    }

    mutating func perform(_ effects: [DeviceEffect]) {
        for effect in effects {
            switch effect {
            case .callback(let callback, let generation): deliveries.add(.callback(callback, to: generation))
            case .startTimer(let timer, let delay):
                alarms.cancel(timer)
                alarms.set(.timer(timer), at: now + delay)
            case .stopTimer(let timer): alarms.cancel(timer)
            case .observe(let observation): observe(observation)
            }
        }
    }

    private mutating func observe(_ observation: Observation) {
        observationLog.write(observation, at: now, texts: texts, name: machine.nameShown)
        if case .process(let life, _) = observation { updateFrameworks(life) }
        switch observation {
        case .terminated(_, let generation): deliveries.add(.death(of: generation))
        case .process(.background, _), .process(.foreground, _):
            for sleeper in overslept { alarms.set(.sleeper(sleeper), at: now) }
            overslept = []
        default: break
        }
    }

    mutating func newName() -> UInt32 {
        namesGiven += 1
        return namesGiven
    }
}

/// The texts for the machine's numbers. The machine works with numbers only.
package struct InternTable: Sendable {
    private struct Handle: Equatable {
        let kind: Int
        let value: String
    }

    private var handles: [Handle] = []
    private var texts: [String] = []

    /// The number of a handle. The same kind and value always have the same number.
    package mutating func handle(kind: Int, _ value: String) -> HandleID {
        let handle = Handle(kind: kind, value: value)
        if let index = handles.firstIndex(of: handle) { return HandleID(UInt32(index)) }
        handles.append(handle)
        return HandleID(UInt32(handles.count - 1))
    }

    /// The kind and value of a handle.
    package func handle(_ id: HandleID) -> (kind: Int, value: String) {
        guard handles.indices.contains(Int(id.value)) else { return (1, "") }
        let handle = handles[Int(id.value)]
        return (handle.kind, handle.value)
    }

    /// The number of a text.
    package mutating func text(_ value: String) -> TextID {
        if let index = texts.firstIndex(of: value) { return TextID(UInt32(index)) }
        texts.append(value)
        return TextID(UInt32(texts.count - 1))
    }

    /// The text of a number.
    package func text(_ id: TextID) -> String {
        texts.indices.contains(Int(id.value)) ? texts[Int(id.value)] : ""
    }
}

extension SystemCallID {
    /// The sixteen bytes of a UUID.
    package init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let high = bytes[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = bytes[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(high: high, low: low)
    }

    /// The UUID of the bytes.
    ///
    /// The words are a tuple because the optimizer of Swift 6.3.1 frees an array before the closure has read it
    /// (observed).
    package var uuid: UUID {
        let words = (high.bigEndian, low.bigEndian)
        return withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// A repeatable random number generator: the same seed gives the same choices (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func flip() -> Bool { next() & 1 == 0 }
}
