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
