import CallModel
import DeviceModel
import Explorer
import PhoneCore
import Redaction

/// A moment of the explored system: the real phone on the model of its device, and an exchange that calls it.
package struct PhoneWorld: Hashable, Sendable {
    @Shared var device: DeviceMachine
    /// The phone of the process; nil while there is none.
    @Shared var phone: Phone? = nil
    @Shared var checker = PhoneChecker()
    /// What was stored last. Outlives every process.
    @Shared var disk: PhoneRecord?
    @Shared var countdowns = Countdowns()
    /// What waits to be called on the main queue.
    var mainQueue: [AppCallback] = []
    /// What waits to be called on a queue of the frameworks.
    var privateQueue: [AppCallback] = []
    /// What signalling has to tell, in order.
    var signaling: [PhoneEvent] = []
    /// What signalling tells while it is given an order. The phone hears it once all its orders are given, as in its
    /// shell.
    var saidAtOnce: [PhoneEvent] = []
    /// The connection over which the calls come.
    var link = SignalingLink.offline
    /// The connection of the organisation in use, where that is another.
    var homeLink = SignalingLink.offline
    /// The connection of the calls' organisation to the exchange, where calls come over both.
    var otherLink = SignalingLink.offline
    /// Whether the connection to the carrier asks for what was announced, and whether it is over the edge that a push named;
    /// in a scope of both registrations.
    var carrierFetches = false
    var isOverEdge = false
    /// Whether the keychain has credentials of the organisation whose the calls are. Outlives every process.
    var hasCredentials: Bool
    /// Whether the exchange was asked for them, and has not answered.
    var isAskedForCredentials = false
    @Shared var sessions: [ExchangeSession]
    @Shared var papers = Paperwork()
    /// Whether the system has taken back the time in the background that was asked for last.
    var isAwakeTimeOver = false
    /// What may still happen.
    @Shared var faults: PhoneFaults
    /// What the pushes under way say.
    var pushes: [PushID: PushKind] = [:]
    /// So that no push has the name of another.
    var pushesSent: UInt32 = 0
    /// The way to the network, in a scope that changes it.
    @Shared var paths: PathBook
    /// Whether the monitor of this process has told of a path.
    var isPathTold = false
    /// Over which network the connection was made.
    var linkNetwork: UInt8 = 0
    /// What the exchange keeps of the person, in a scope in which the person signs out.
    @Shared var account = ExchangeAccount()
    /// Timers the phone has stopped or replaced, the latest last, in a scope in which such come late.
    @Shared var stoppedTimers: [PhoneTimer] = []

    /// The flaw between phone and device that is to be found, if one is.
    let plantedFault: PlantedFault?
    /// What the scope allows of paths and sign-outs does not change as it is used up.
    let watchesPath: Bool
    let hasAccount: Bool
    private(set) var memory: PhoneMemory

    static let processesMax: UInt8 = 4
    static let backgroundTask = BackgroundTaskID(1)
    static let organization = OrganizationID("o")
    static let home = OrganizationID("h")
    static let homeRegistration = RegistrationID(home)
    static let otherRegistration = RegistrationID(organization)
    static let edge = VendorEdge("e")
    /// All calls come from one number: the hardest case for whoever goes by numbers.
    static let caller = CallDisplay(.phoneNumber("+15550100"))

    /// - Parameter disk: what an earlier process left.
    init(
        policy: DevicePolicy, faults: PhoneFaults, disk: PhoneRecord? = nil, plantedFault: PlantedFault? = nil,
        memory: PhoneMemory
    ) {
        self.memory = memory
        self.plantedFault = plantedFault
        watchesPath = faults.pathChanges > 0
        hasAccount = faults.signOuts > 0
        _paths = Shared(PathBook(policy: policy.path, path: faults.startsWithoutNetwork ? .none : .wifi()))
        _device = Shared(DeviceMachine(policy: policy, processCountMax: Self.processesMax))
        let calls = UInt8(faults.calls)
        _sessions = Shared(
            (0..<calls).map {
                ExchangeSession(
                    number: $0, hasVendorPush: faults.hasVendorPushes && (faults.carriage == .one || $0 == 0))
            }
                + (calls..<calls + UInt8(faults.dials)).map { ExchangeSession(dialled: $0) })
        _faults = Shared(faults)
        _disk = Shared(disk)
        hasCredentials = faults.membership != .stranger
        if let line = faults.crossing, calls > 0 { sessions[0].cross(to: line) }
    }

    /// Over which the calls come: the carrier's where it sends pushes of its own.
    var registration: RegistrationID { faults.registration }

    /// Whether the phone has a registration at exchange and carrier, and calls come over both.
    var isEither: Bool { faults.carriage == .either }

    /// Whether the person may have the app on the screen, where the exchange's connection stands: else no call could
    /// come by it that was announced for the carrier.
    var waitsOnScreen: Bool { faults.crossing == .exchange }

    /// Over which a call comes, or goes.
    func registration(of session: ExchangeSession) -> RegistrationID {
        if let line = session.comesBy { return RegistrationID(Self.organization, line) }
        return isEither && (session.number > 0 || session.direction == .outbound)
            ? Self.otherRegistration : registration
    }

    /// Whether nothing is under way that only has to be carried on.
    var isQuiet: Bool { mainQueue.isEmpty && privateQueue.isEmpty && signaling.isEmpty }

    /// Gives the device an event and takes what follows from it.
    mutating func tell(_ event: DeviceEvent) {
        let turn = memory.turn(of: $device, event)
        $device = turn.device
        carryOut(turn.effects)
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
        if !isCrossed(observation) { checker.notice(observation) }
        switch observation {
        case .terminated: bury()
        case .process(.suspended, _):
            if owesFarewell, !isAwakeTimeOver { checker.note("the process sleeps on a farewell") }
            breakLinks()
            suspendPath()
        case .process(.background, _), .process(.foreground, _): resumePath()
        default: break
        }
    }

    /// The process is gone, and with it everything it held.
    private mutating func bury() {
        checker.processEnds(losing: lostCalls, ringing: disk?.calls.filter { $0.phase == .ringing }.map(\.id) ?? [])
        phone = nil
        mainQueue = []
        privateQueue = []
        signaling = []
        saidAtOnce = []
        papers = Paperwork()
        isAwakeTimeOver = false
        countdowns.stopPhone()
        link = .offline
        homeLink = .offline
        otherLink = .offline
        carrierFetches = false
        isOverEdge = false
        isAskedForCredentials = false
        account.processEnded()
        stoppedTimers = []
        endPath()
        for index in sessions.indices { leaveBehind(index) }
    }

    /// Calls of which somebody ought to tell when the process dies now. Of one that the person has just ended nobody need.
    private var lostCalls: [CallUUID] {
        sessions.filter(\.isLostWithProcess).compactMap { phone?.call(on: $0.lineID) }
            .filter { call in !mainQueue.contains { $0.ends(call.systemID) } }
    }

    /// A socket that is gone keeps neither news nor what was asked for.
    mutating func breakLinks() {
        breakLink(of: registration)
        breakLink(of: Self.homeRegistration)
        if isEither { breakLink(of: Self.otherRegistration) }
    }
}

extension AppCallback {
    /// Whether the system asks for the end of a call.
    fileprivate func ends(_ call: SystemCallID) -> Bool {
        guard case .calls(.perform(let action, _, _)) = self else { return false }
        return action.kind == .end && action.call == call
    }
}
