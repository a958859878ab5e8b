import CallModel
import PhoneCore

/// One call at the exchange, and the phone's line to it.
struct ExchangeSession: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// The call has not been placed.
        case unborn
        /// The user has dialed, and the exchange does not know of it yet.
        case dialed
        case ringing
        /// This phone has answered it.
        case answered
        case over(EndReason)
    }

    /// A call that the exchange keeps although its process has ended, or has hung up without a connection.
    enum Detached: Hashable, Sendable {
        /// It was connected. The exchange offers it to the next process.
        case active
        /// It was being placed. The next process is told only that its session has it.
        case placed
    }

    /// The phone's side of the signaling call with the real call machine, as CarillonRTC keeps it.
    struct Line: Hashable, Sendable {
        var machine: CallMachine
        var awaitsMedia = false
        /// Whether its microphone is closed.
        var isMuted = false
        /// Whether the phone has ordered its answer, and its end.
        var isAnswered = false
        var isReleased = false
    }

    let number: UInt8
    let direction: CallDirection
    var stage = Stage.unborn
    /// The line of the process, if it has one; lost with the process.
    var line: Line?
    /// The number of our pushes that have not arrived.
    var ownPushes: Int
    /// The number of the vendor's pushes that have not arrived.
    var vendorPushes: Int
    /// Whether it waits at the carrier until the phone fetches announced calls, in a scope with both registrations.
    var isParked = false
    /// Whether its INVITE was sent to a process whose end the carrier has not noticed.
    var isLeftBehind = false
    /// Whether it has outlived its line, until a client or the exchange ends it.
    var detached: Detached?
    /// The process for which it was dialed again, by the process's own number.
    var process: UInt64?

    /// The line by which its INVITE comes, if our push announces it for the other one.
    var comesBy: SignalingProvider?

    /// Makes a call to this phone.
    init(number: UInt8, hasVendorPush: Bool) {
        self.number = number
        direction = .inbound
        ownPushes = 1
        vendorPushes = hasVendorPush ? 1 : 0
    }

    /// Makes its INVITE come by `line`, while our push announces it for the other. The carrier pushes only its own
    /// calls.
    mutating func cross(to line: SignalingProvider) {
        comesBy = line
        if line != .carrier { vendorPushes = 0 }
    }

    /// Makes a call that the user will place.
    init(dialed number: UInt8) {
        self.number = number
        direction = .outbound
        ownPushes = 0
        vendorPushes = 0
    }

    var id: CallSessionID { CallSessionID(UUIDValue(high: 0x5E55, low: UInt64(number))) }
    var vendor: VendorCallID { VendorCallID(UUIDValue(high: 0x7E1, low: UInt64(number))) }
    /// The system's id of the call in the first process, unless that id was already used.
    var call: CallUUID {
        direction == .inbound
            ? CallUUID(session: id) : CallUUID(UUIDValue(high: 0xD1A1, low: UInt64(number)))
    }
    /// Whether `name` is the system's id of the call in any process.
    func isNamed(_ name: CallUUID) -> Bool {
        guard direction == .inbound else { return name == call }
        return (0..<UInt64(PhoneWorld.processesMax)).contains { process in
            name == CallUUID(session: id, process: process) || name == CallUUID(vendor: vendor, process: process)
        }
    }
    var lineID: LineID {
        direction == .inbound ? LineID(UUIDValue(high: 0x11E, low: UInt64(number))) : LineID(outbound: call)
    }

    var pushesLeft: [ScopePush] {
        (ownPushes > 0 ? [.ours(number)] : []) + (vendorPushes > 0 ? [.vendors(number)] : [])
    }

    /// The reason of its end; `cancelled` if it has not ended.
    var reason: EndReason { if case .over(let reason) = stage { reason } else { .cancelled } }

    /// Whether the phone has a live line to it.
    var hasLiveLine: Bool { line?.machine.state.progress.isLive == true }

    var isOver: Bool { if case .over = stage { true } else { false } }

    /// Whether the call was connected at some time.
    var wasTaken: Bool {
        switch stage {
        case .unborn, .dialed, .ringing: false
        case .answered: true
        case .over(let reason): reason.impliesConnected
        }
    }

    /// Whether the call would be lost, and a notification due, if the phone's process died now.
    var isLostWithProcess: Bool {
        switch stage {
        case .unborn, .dialed, .over: false
        case .ringing: direction == .outbound
        case .answered: true
        }
    }
}

/// The exchange's data of a signed-in user, and the unanswered requests about it.
struct ExchangeAccount: Hashable, Sendable {
    /// Whether it has the phone's push token, so that it can announce calls.
    var hasToken = true
    var tokenAsked: PushTokenRegistration.Message?
    var isSessionAsked = false

    /// Drops the unanswered requests, because their process has ended.
    mutating func processEnded() {
        tokenAsked = nil
        isSessionAsked = false
    }
}
