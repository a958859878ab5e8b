import CallModel
import DeviceModel
import PhoneCore
import Redaction

/// A moment of the explored system: the real phone on the model of its device, and an exchange that calls it.
package struct PhoneWorld: Hashable, Sendable {
    var device: DeviceMachine
    /// The phone of the process; nil while there is none.
    var phone: Phone?
    var checker = PhoneChecker()
    /// What was stored last. Outlives every process.
    var disk: PhoneRecord?
    var countdowns = Countdowns()
    /// What waits to be called on the main queue.
    var mainQueue: [AppCallback] = []
    /// What waits to be called on a queue of the frameworks.
    var privateQueue: [AppCallback] = []
    /// What signalling has to tell, in order.
    var signaling: [PhoneEvent] = []
    var link = SignalingLink.offline
    var sessions: [ExchangeSession]
    var papers = Paperwork()
    /// Whether the system has taken back the time in the background that was asked for last.
    var isAwakeTimeOver = false
    /// What may still happen.
    var faults: PhoneFaults
    /// What the pushes under way say.
    var pushes: [PushID: PushKind] = [:]
    /// So that no push has the name of another.
    var pushesSent: UInt32 = 0

    static let backgroundTask = BackgroundTaskID(1)
    static let organization = OrganizationID("o")
    /// All calls come from one number: the hardest case for whoever goes by numbers.
    static let caller = CallDisplay(.phoneNumber("+15550100"))

    init(policy: DevicePolicy, faults: PhoneFaults) {
        device = DeviceMachine(policy: policy, processCountMax: 4)
        sessions = (0..<UInt8(faults.calls)).map {
            ExchangeSession(number: $0, hasVendorPush: faults.hasVendorPushes)
        }
        self.faults = faults
    }

    /// Whether nothing is under way that only has to be carried on.
    var isQuiet: Bool { mainQueue.isEmpty && privateQueue.isEmpty && signaling.isEmpty }

    /// Gives the device an event and takes what follows from it.
    mutating func tell(_ event: DeviceEvent) {
        var effects: [DeviceEffect] = []
        device.handle(event, at: .zero, into: &effects)
        carryOut(effects)
    }

    mutating func carryOut(_ effects: [DeviceEffect]) {
        for effect in effects {
            switch effect {
            case .callback(let callback, to: let generation):
                if generation == device.process.generation { enqueue(callback) }
            case .startTimer(let timer, let duration): countdowns.start(.device(timer), after: duration)
            case .stopTimer(let timer): countdowns.stop(.device(timer))
            case .observe(let observation): notice(observation)
            }
        }
    }

    mutating func tell(_ event: AppEvent) { tell(.app(event, from: device.process.generation)) }

    private mutating func enqueue(_ callback: AppCallback) {
        if case .calls(.reportCompleted(_, _, on: .privateSerial)) = callback { return privateQueue.append(callback) }
        if case .calls(.requestCompleted) = callback { return privateQueue.append(callback) }
        mainQueue.append(callback)
    }

    private mutating func notice(_ observation: Observation) {
        checker.notice(observation)
        switch observation {
        case .terminated: bury()
        case .process(.suspended, _):
            if owesFarewell, !isAwakeTimeOver { checker.note("the process sleeps on a farewell") }
            breakLink()
        default: break
        }
    }

    /// The process is gone, and with it everything it held.
    private mutating func bury() {
        phone = nil
        checker.processEnds()
        mainQueue = []
        privateQueue = []
        signaling = []
        papers = Paperwork()
        isAwakeTimeOver = false
        countdowns.stopPhone()
        link = .offline
        for index in sessions.indices { loseLine(index) }
    }

    /// A socket that is gone keeps neither news nor what was asked for.
    mutating func breakLink() {
        guard link != .offline else { return }
        link = .broken
        signaling.append(.signaling(Self.organization, .reconnecting))
    }
}
