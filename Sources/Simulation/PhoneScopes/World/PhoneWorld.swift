import CallModel
import DeviceModel
import Explorer
import PhoneCore
import Redaction

/// A state of the explored system: the real phone on the model of its device, and an exchange that calls it.
package struct PhoneWorld: Hashable, Sendable {
    @Shared var device: DeviceMachine
    /// The phone of the running process; nil if there is none.
    @Shared var phone: Phone? = nil
    @Shared var checker = PhoneChecker()
    /// The stored record, which outlives processes.
    @Shared var disk: PhoneRecord?
    @Shared var countdowns = PendingDeadlines()
    /// Pending callbacks on the main queue.
    var mainQueue: [AppCallback] = []
    /// Pending callbacks on a queue of the frameworks.
    var privateQueue: [AppCallback] = []
    /// Pending events of signaling, in order.
    var signaling: [PhoneEvent] = []
    /// Events that signaling sends during an order. The phone receives them when all its orders are given, as in its
    /// shell.
    var saidAtOnce: [PhoneEvent] = []
    /// The connection over which the calls come.
    var link = SignalingLink.offline
    /// The connection of the organization in use, if that is another.
    var homeLink = SignalingLink.offline
    /// The connection of the calls' organization to the exchange, if calls come over both.
    var otherLink = SignalingLink.offline
    /// Whether the connection to the carrier fetches announced calls, in a scope with both registrations. The next
    /// property says whether it goes over the edge that a push named.
    var carrierFetches = false
    var isOverEdge = false
    /// Whether the login of the connection to the carrier tells the push token, and whether the carrier has learned it
    /// from one; it keeps that.
    var tellsToken = false
    var carrierHasToken = false
    /// Whether the keychain has credentials of the calls' organization; it outlives processes.
    var hasCredentials: Bool
    /// Whether a request for these credentials is unanswered.
    var isAskedForCredentials = false
    @Shared var sessions: [ExchangeSession]
    @Shared var pendingCompletions = PendingCompletions()
    /// Whether the last requested background time has expired.
    var isAwakeTimeOver = false
    /// The events that may still occur.
    @Shared var faults: PhoneFaults
    /// The contents of the pushes that are being delivered.
    var pushes: [VoIPPushID: ScopePush] = [:]
    /// The number of pushes sent, so that each push has its own id.
    var pushesSent: UInt32 = 0
    /// The network path, in a scope that changes it.
    @Shared var paths: PathMonitorState
    /// Whether this process's monitor has reported a path.
    var isPathReported = false
    /// The network over which the connection was made.
    var linkNetwork: UInt8 = 0
    /// The exchange's data of the user, in a scope with sign-outs.
    @Shared var account = ExchangeAccount()
    /// Timers that the phone has stopped or replaced, the latest last, in a scope with late timers.
    @Shared var stoppedTimers: [PhoneTimer] = []

    /// A flaw between phone and device that a search must find, if there is one.
    let plantedFault: InjectedFault?
    /// Whether the scope changes the path, and whether it has sign-outs; this does not change when they are used up.
    let watchesPath: Bool
    let hasAccount: Bool
    private(set) var memory: PhoneTransitionCache

    static let processesMax: UInt8 = 4
    static let backgroundTask = BackgroundTaskID(1)
    static let organization = OrganizationID("o")
    static let home = OrganizationID("h")
    static let homeRegistration = RegistrationID(home)
    static let otherRegistration = RegistrationID(organization)
    static let edge = VendorEdge("e")
    /// All calls come from one number, which is the hardest case for code that compares numbers.
    static let caller = CallDisplay(.phoneNumber("+15550100"))

    /// - Parameter disk: the record that an earlier process stored.
    init(
        policy: DevicePolicy, faults: PhoneFaults, disk: PhoneRecord? = nil, plantedFault: InjectedFault? = nil,
        memory: PhoneTransitionCache
    ) {
        self.memory = memory
        self.plantedFault = plantedFault
        watchesPath = faults.pathChanges > 0
        hasAccount = faults.signOuts > 0
        _paths = Shared(PathMonitorState(policy: policy.path, path: faults.startsWithoutNetwork ? .none : .wifi()))
        _device = Shared(DeviceMachine(policy: policy, processCountMax: Self.processesMax))
        let calls = UInt8(faults.calls)
        _sessions = Shared(
            (0..<calls).map {
                ExchangeSession(
                    number: $0, hasVendorPush: faults.hasVendorPushes && (faults.carriage == .one || $0 == 0))
            }
                + (calls..<calls + UInt8(faults.dials)).map { ExchangeSession(dialed: $0) })
        _faults = Shared(faults)
        _disk = Shared(disk)
        hasCredentials = faults.membership != .stranger
        if let line = faults.crossing, calls > 0 { sessions[0].cross(to: line) }
    }

    /// The registration over which the calls come: the carrier's if it sends its own pushes.
    var registration: RegistrationID { faults.registration }

    /// Whether the phone has registrations at exchange and carrier, and calls come over both.
    var isEither: Bool { faults.carriage == .either }

    /// Whether the user may open the app, which connects to the exchange and tells the carrier the push token. Otherwise
    /// no call announced for the carrier could come by the exchange.
    var waitsOnScreen: Bool { faults.usesScreen }

    /// The registration of a call.
    func registration(of session: ExchangeSession) -> RegistrationID {
        if let line = session.comesBy { return RegistrationID(Self.organization, line) }
        return isEither && (session.number > 0 || session.direction == .outbound)
            ? Self.otherRegistration : registration
    }

    /// Whether no callbacks and events are pending.
    var isQuiet: Bool { mainQueue.isEmpty && privateQueue.isEmpty && signaling.isEmpty }

    /// Gives the device an event and carries out its effects.
    mutating func pass(_ event: DeviceEvent) {
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

    mutating func pass(_ event: AppEvent) { pass(.app(event, from: device.process.generation)) }

    private mutating func enqueue(_ callback: AppCallback) {
        if case .calls(.reportCompleted(_, _, on: .privateSerial)) = callback { return privateQueue.append(callback) }
        if case .calls(.requestCompleted) = callback { return privateQueue.append(callback) }
        mainQueue.append(callback)
    }

    private mutating func notice(_ observation: Observation) {
        if !isCrossed(observation) { checker.notice(observation) }
        switch observation {
        case .terminated: dropProcess()
        case .process(.suspended, _):
            if owesTermination, !isAwakeTimeOver { checker.note("the process sleeps on a termination") }
            breakLinks()
            suspendPath()
        case .process(.background, _), .process(.foreground, _): resumePath()
        default: break
        }
    }

    /// Drops everything that the ended process held.
    mutating func dropProcess() {
        checker.processEnds(losing: lostCalls, ringing: disk?.calls.filter { $0.phase == .ringing }.map(\.id) ?? [])
        phone = nil
        mainQueue = []
        privateQueue = []
        signaling = []
        saidAtOnce = []
        pendingCompletions = PendingCompletions()
        isAwakeTimeOver = false
        countdowns.stopProcess()
        link = .offline
        homeLink = .offline
        otherLink = .offline
        carrierFetches = false
        isOverEdge = false
        tellsToken = false
        isAskedForCredentials = false
        account.processEnded()
        stoppedTimers = []
        endPath()
        for index in sessions.indices { leaveBehind(index) }
        let unseenTime = faults.missesDeaths ? Self.deadTime : .zero
        for session in sessions where session.detached != nil {
            awaitReturn(to: registration(of: session), unseenTime: unseenTime)
        }
    }

    /// Calls that need a notification if the process ends now. A call that the user has just ended needs none.
    private var lostCalls: [CallUUID] {
        sessions.filter(\.isLostWithProcess).compactMap { phone?.call(on: $0.lineID) }
            .filter { call in !mainQueue.contains { $0.ends(call.systemID) } }
    }

    /// Breaks all connections.
    mutating func breakLinks() {
        breakLink(of: registration)
        breakLink(of: Self.homeRegistration)
        if isEither { breakLink(of: Self.otherRegistration) }
    }
}

extension AppCallback {
    /// Whether the callback asks for the end of a call.
    fileprivate func ends(_ call: SystemCallID) -> Bool {
        guard case .calls(.perform(let action, _, _)) = self else { return false }
        return action.kind == .end && action.call == call
    }
}

/// The state of a socket between the phone and the exchange or the carrier.
enum SignalingLink: Hashable, Sendable {
    case offline
    /// The phone has requested it.
    case connecting
    case ready
    /// It broke, and the phone's client is restoring it.
    case broken
}

/// The content of a VoIP push of a scope.
package enum ScopePush: Hashable, Sendable {
    case ours(UInt8)
    case vendors(UInt8)
    case end(UInt8)
    case unreadable
}

/// Pending deadlines, soonest first. A deadline is stored as its remaining time, so that states differ only if some
/// deadline does.
struct PendingDeadlines: Hashable, Sendable {
    /// The owner of a deadline.
    enum Owner: Hashable, Sendable {
        case device(DeviceTimer)
        case phone(PhoneTimer)
        case path(PathTimer)
        /// The client: for calls of its session that it does not know.
        case unknownCalls(RegistrationID)
        /// The exchange: for a call whose process has ended.
        case resumption(UInt8)
        /// The exchange: likewise, while the called party rings.
        case callerGrace(UInt8)

        /// Whether it ends with the process, and waits while that does not run.
        var isOfProcess: Bool {
            switch self {
            case .phone, .unknownCalls: true
            case .device, .path, .resumption, .callerGrace: false
            }
        }
    }

    struct Countdown: Hashable, Sendable {
        let owner: Owner
        var left: Duration
    }

    private(set) var list: [Countdown] = []

    var owners: [Owner] { list.map(\.owner) }

    func contains(_ isMeant: (Owner) -> Bool) -> Bool { list.contains { isMeant($0.owner) } }

    /// Starts a deadline and replaces one of the same owner.
    mutating func start(_ owner: Owner, after duration: Duration) {
        stop(owner)
        let index = list.firstIndex { $0.left > duration } ?? list.endIndex
        list.insert(Countdown(owner: owner, left: duration), at: index)
    }

    mutating func stop(_ owner: Owner) { list.removeAll { $0.owner == owner } }

    /// Removes the deadlines of a process that is gone.
    mutating func stopProcess() { list.removeAll { $0.owner.isOfProcess } }

    /// Lets time pass until the first deadline that may fire, and returns its owner.
    mutating func popFirst(where mayCome: (Owner) -> Bool) -> Owner? {
        guard let index = list.firstIndex(where: { mayCome($0.owner) }) else { return nil }
        let first = list.remove(at: index)
        for index in list.indices { list[index].left = max(.zero, list[index].left - first.left) }
        return first.owner
    }
}
