import CallModel
import PhoneCore

/// One call as the exchange has it, and the phone's line to it.
struct ExchangeSession: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Nobody has called yet.
        case unborn
        /// The person has dialled, and the exchange does not know it.
        case dialled
        case ringing
        /// This phone has it.
        case answered
        case over(EndReason)
    }

    /// The phone's end of the signalling call, as CarillonRTC keeps it: the real call machine.
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
    /// Where the process has one. Gone with the process.
    var line: Line?
    /// Pushes of ours that have not arrived.
    var ownPushes: Int
    /// Pushes of the vendor that have not arrived.
    var vendorPushes: Int
    /// Whether it waits at the carrier until the phone asks for what was announced, in a scope of both registrations.
    var isParked = false
    /// Whether its INVITE is with a process that has ended, which the carrier has not seen.
    var isLeftBehind = false
    /// The run of the app for which it was dialled anew, as that named itself.
    var process: UInt64?

    /// By which line its INVITE comes, where our push announces it for the other.
    var comesBy: SignalingProvider?

    /// A call to this phone.
    init(number: UInt8, hasVendorPush: Bool) {
        self.number = number
        direction = .inbound
        ownPushes = 1
        vendorPushes = hasVendorPush ? 1 : 0
    }

    /// Its INVITE comes by that line, and our push announces it for the other. The carrier pushes what it has itself.
    mutating func cross(to line: SignalingProvider) {
        comesBy = line
        if line != .carrier { vendorPushes = 0 }
    }

    /// A call the person will place.
    init(dialled number: UInt8) {
        self.number = number
        direction = .outbound
        ownPushes = 0
        vendorPushes = 0
    }

    var id: CallSessionID { CallSessionID(UUIDValue(high: 0x5E55, low: UInt64(number))) }
    var vendor: VendorCallID { VendorCallID(UUIDValue(high: 0x7E1, low: UInt64(number))) }
    /// What the system knows it by in the first process, unless that name was used up.
    var call: CallUUID {
        direction == .inbound
            ? CallUUID(session: id) : CallUUID(UUIDValue(high: 0xD1A1, low: UInt64(number)))
    }
    /// Whether the system knows, or knew, it by that name, in whatever process.
    func isNamed(_ name: CallUUID) -> Bool {
        guard direction == .inbound else { return name == call }
        return (0..<UInt64(PhoneWorld.processesMax)).contains { process in
            name == CallUUID(session: id, process: process) || name == CallUUID(vendor: vendor, process: process)
        }
    }
    var lineID: LineID {
        direction == .inbound ? LineID(UUIDValue(high: 0x11E, low: UInt64(number))) : LineID(outbound: call)
    }

    var pushesLeft: [PushKind] {
        (ownPushes > 0 ? [.ours(number)] : []) + (vendorPushes > 0 ? [.vendors(number)] : [])
    }

    /// How it ended; as the exchange would have it if it is not over.
    var reason: EndReason { if case .over(let reason) = stage { reason } else { .cancelled } }

    /// Whether the phone has a line to it that is not over.
    var hasLiveLine: Bool { line?.machine.state.progress.isLive == true }

    var isOver: Bool { if case .over = stage { true } else { false } }

    /// Whether the person and somebody else had each other on the line.
    var wasTaken: Bool {
        switch stage {
        case .unborn, .dialled, .ringing: false
        case .answered: true
        case .over(let reason): reason.impliesConnected
        }
    }

    /// Whether the call is lost, and somebody ought to say so, if the phone's process dies now.
    var isLostWithProcess: Bool {
        switch stage {
        case .unborn, .dialled, .over: false
        case .ringing: direction == .outbound
        case .answered: true
        }
    }
}
