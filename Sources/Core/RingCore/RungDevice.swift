public import CallModel

/// One device that a session may ring. Each round has one result for the device, regardless of its legs.
///
/// A round is one ringing of the device, with notices, a claim and a result of its own. The first round is that of the
/// call. Another begins each time the call is brought to a device that has settled its round (retrieved, consulted,
/// transferred back).
public struct RungDevice: Hashable, Sendable, Codable {
    /// The device.
    public let device: DeviceID
    /// The user who owns the device.
    public let user: UserID
    /// How the exchange reaches the device.
    public internal(set) var reach: Reach
    /// Whether a push can wake it.
    public internal(set) var hasPush: Bool
    /// The group of devices it rings with. Group 0 rings at once.
    public internal(set) var stage: UInt8
    /// Whether it has a connection to the exchange, which carries its notices and makes pushes for them unnecessary.
    public internal(set) var hasChannel: Bool
    /// Whether its group has begun to ring.
    public internal(set) var isBegun = false
    /// Whether a push told it of the call.
    var isPushed = false
    /// Whether it sleeps and may still say that it is ready.
    var isAwaited = false
    /// How many legs it has had in this round.
    var legs: UInt8 = 0
    /// The result of this round for the device, set once.
    public internal(set) var reason: DeviceReason?
    /// The results of the earlier rounds, in order. Optional because sessions stored by earlier versions lack it.
    public internal(set) var earlierReasons: [DeviceReason]?
    /// Whether it was logged out or its user was removed, so that it never rings again for this call. Optional, as
    /// ``earlierReasons`` is.
    var isBarred: Bool?

    /// The number of the present round.
    public var round: RingRound { RingRound(clamping: (earlierReasons?.count ?? 0) + 1) }

    /// The result of a settled round; nil for a round that is not settled or does not exist.
    public func reason(ofRound number: RingRound) -> DeviceReason? {
        if number == round { return reason }
        return number < round ? earlierReasons?[Int(number.rawValue) - 1] : nil
    }

    /// Whether another round may begin.
    var mayRingAnew: Bool { reason != nil && isBarred != true && round < RingLimits.roundsMax }

    /// Begins another round with the device's present state.
    mutating func beginRound(_ planned: DeviceCandidate) {
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

/// The result of a call for one device that rang. Each device is told exactly one per round.
public enum DeviceReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// It took the call and talked.
    case answered
    /// Another device took the call.
    case answeredElsewhere
    /// Its user declined on it.
    case declined
    /// Its user declined on another device, for all of them.
    case declinedElsewhere
    /// It rang and no device took the call.
    case missed
    /// The caller gave up.
    case callerCancelled
    /// It is in another call.
    case busy
    /// It could not be reached.
    case unreachable
    /// It took the call, but the caller was gone before the conversation began: not a missed call.
    case callerHungUp
    /// It took the call and was lost before the conversation began.
    case lost
    /// A machine answered in its place.
    case machine
    /// It was logged out, or its user no longer belongs to the organization.
    case withdrawn
    /// Both called each other, and the two calls became one.
    case glareMerged
    /// The carrier failed.
    case failed

    /// The result as the reason of a call's ending.
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

    /// Whether it concerns this device alone, so that its user may still decline the call on the others.
    var leavesOthersRinging: Bool {
        switch self {
        case .declined, .busy, .unreachable, .missed, .lost, .failed: true
        case .answered, .answeredElsewhere, .declinedElsewhere, .callerCancelled, .callerHungUp, .machine, .withdrawn,
            .glareMerged:
            false
        }
    }

    /// Whether its user has a missed call to be told of, which the user did not settle.
    public var isMissed: Bool {
        switch self {
        case .missed, .callerCancelled, .busy, .unreachable, .machine, .failed: true
        case .answered, .answeredElsewhere, .declined, .declinedElsewhere, .callerHungUp, .lost, .withdrawn,
            .glareMerged:
            false
        }
    }
}
