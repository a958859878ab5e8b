public import CallModel

/// One device a session may ring: what becomes of it is decided once in each round, whatever its legs do.
///
/// A round is one ringing of the device: it is told, claimed and settled by itself. The first is that of the call; each time
/// the call is brought to a device that has settled its round (retrieved, consulted, transferred back), another begins.
public struct RungDevice: Hashable, Sendable, Codable {
    /// The device.
    public let device: DeviceID
    /// Whose it is.
    public let user: UserID
    /// How it is reached.
    public internal(set) var reach: Reach
    /// Whether a push can wake it.
    public internal(set) var hasPush: Bool
    /// Which group of devices it rings with; 0 rings at once.
    public internal(set) var stage: UInt8
    /// Whether it has a connection to us: news reach it there, and no push is needed for them.
    public internal(set) var hasChannel: Bool
    /// Whether its group has begun to ring.
    public internal(set) var isBegun = false
    /// Whether it was told of the call by push.
    var isPushed = false
    /// Whether it sleeps, and may still say that it is ready.
    var isAwaited = false
    /// How many legs it has had in this round.
    var legs: UInt8 = 0
    /// What this round came to for the device; given once.
    public internal(set) var reason: DeviceReason?
    /// What each round before this one came to, the first round first. Optional, so that what was stored before can be read.
    public internal(set) var earlierReasons: [DeviceReason]?
    /// Whether it was logged out, or its user removed: then nothing brings it into the call any more. Optional, as
    /// ``earlierReasons`` is.
    var isBarred: Bool?

    /// Which round this is.
    public var round: RingRound { RingRound(clamping: (earlierReasons?.count ?? 0) + 1) }

    /// What a round came to that is over; nil for one that is not, or never was.
    public func reason(ofRound number: RingRound) -> DeviceReason? {
        if number == round { return reason }
        return number < round ? earlierReasons?[Int(number.rawValue) - 1] : nil
    }

    /// Whether another round may begin.
    var mayRingAnew: Bool { reason != nil && isBarred != true && round < RingLimits.roundsMax }

    /// Begins another round with the device as it is now.
    mutating func beginRound(_ planned: PlannedDevice) {
        guard let reason else { return }
        earlierReasons = (earlierReasons ?? []) + [reason]
        self.reason = nil
        reach = planned.reach
        hasPush = planned.hasPush
        hasChannel = planned.hasChannel
        stage = planned.stage
        (isBegun, isPushed, isAwaited, legs) = (false, false, false, 0)
    }
}

/// What a call came to for one device that was rung. Each device is told exactly one.
public enum DeviceReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// It took the call and talked.
    case answered
    /// Another device took the call.
    case answeredElsewhere
    /// Its person declined here.
    case declined
    /// Its person declined on another device, for all of them.
    case declinedElsewhere
    /// It rang and nobody took the call.
    case missed
    /// The caller gave up.
    case callerCancelled
    /// It is in another call.
    case busy
    /// It could not be reached.
    case unreachable
    /// It took the call, and the caller had gone before a word was said: answered and abandoned, not missed.
    case callerHungUp
    /// It took the call and was gone before a word was said.
    case lost
    /// A machine answered in its place.
    case machine
    /// It was logged out, or its user no longer belongs to the organization.
    case withdrawn
    /// Both called each other, and the two calls became one.
    case glareMerged
    /// The carrier could not do it.
    case failed

    /// The same in the words of a call's ending.
    public var endReason: EndReason {
        switch self {
        case .answered: .completed
        case .answeredElsewhere, .glareMerged: .answeredElsewhere
        case .declined: .declined
        case .declinedElsewhere: .declinedElsewhere
        case .missed, .machine: .noAnswer
        case .callerCancelled, .callerHungUp: .cancelled
        case .busy: .busy
        case .unreachable: .unreachable
        case .lost: .dropped
        case .withdrawn, .failed: .failed
        }
    }

    /// Whether its person has something to be told of that they did not settle themselves.
    public var isMissed: Bool {
        switch self {
        case .missed, .callerCancelled, .busy, .unreachable, .machine, .failed: true
        case .answered, .answeredElsewhere, .declined, .declinedElsewhere, .callerHungUp, .lost, .withdrawn,
            .glareMerged:
            false
        }
    }
}
