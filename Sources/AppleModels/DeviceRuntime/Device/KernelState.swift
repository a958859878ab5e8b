internal import DeviceModel
internal import Foundation

/// Everything of a phone that the threads of the app and the test share.
struct KernelState: Sendable {
    var machine: DeviceMachine
    var books: Books
    var now: Duration = .zero
    var alarms = AlarmBook()
    var deliveries = DeliveryQueue()
    var sleepers: [Sleeper] = []
    /// Sleepers whose time came while their process was suspended.
    var overslept: [SleeperID] = []
    var texts = TextBook()
    var chance: SeededChance
    var process: ProcessHandle?
    var device = WeakDevice(nil)
    var diary = Diary()
    /// What frameworks keep for the app beyond its process, by type.
    var keepsakes: [ObjectIdentifier: any Sendable] = [:]
    /// What pushes carry, by name.
    var payloads: [PushID: Data] = [:]
    /// The queue on which a push is being delivered.
    var pushQueue: String?
    /// Which button of a notification was tapped, where one was.
    var tappedButtons: [NotificationID: String] = [:]
    var namesGiven: UInt32 = 0
    var sleepersGiven: UInt64 = 0
    /// Grows with whatever happens; a phone where it stands still is at rest.
    var activity: UInt64 = 0

    init(policy: DevicePolicy, app: AppManifest, seed: UInt64) {
        machine = DeviceMachine(policy: policy, app: app)
        books = Books(policy: policy)
        chance = SeededChance(seed: seed)
    }

    /// Lets the machine take an event, and puts what follows where it belongs.
    mutating func handle(_ event: DeviceEvent) {
        activity += 1
        let lock = machine.lock
        let activation = machine.audio.activation
        var effects: [DeviceEffect] = []
        machine.handle(event, at: now, into: &effects)
        take(effects)
        tellBooks(lockBefore: lock, activationBefore: activation)
    }

    mutating func take(_ effects: [DeviceEffect]) {
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
        diary.write(observation, at: now, texts: texts)
        if case .process(let life, _) = observation { tellBooks(life) }
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
