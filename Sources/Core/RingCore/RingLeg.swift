public import CallModel

/// One attempt to reach a device. A device that wakes later gets another leg; a leg that is over never returns.
public struct RingLeg: Hashable, Sendable, Codable {
    /// Its name, derived from the session's and ``ordinal``.
    public let id: LegID
    /// Which leg of the session it is, counted from 1.
    public let ordinal: UInt16
    /// The device it reaches.
    public let device: DeviceID
    /// The carrier's id of the leg, once it is known.
    public internal(set) var carrierID: CarrierLegID?
    /// The progress of the leg. It only grows.
    public internal(set) var rank: LegRank = .planned
    /// Whether a person answered.
    public internal(set) var confirmation: AnswerConfirmation
    /// Set once the leg must end.
    public internal(set) var hangUp: HangUpOrder?
    /// The round of its device in which it was dialed; nil: the first. Optional, as ``role`` is.
    public internal(set) var round: RingRound?
    /// The run of the app for which it was dialed, where that run replaced another; nil: any run. Optional, as ``role``
    /// is.
    var process: AppProcess?
    /// The role of its device, where the leg was not dialed to ring for the call. Optional because sessions stored by
    /// earlier versions lack it.
    public internal(set) var role: ThirdParty.Role?
    /// How often dialing was tried.
    var dialAttempts: UInt8 = 0
    /// When to dial again after the carrier was too busy.
    var dialAt: Duration?
    /// When to ask the carrier about the leg, unless an event comes before.
    var lookAt: Duration?
    /// How often the carrier was asked; part of the id of the next look.
    var looks: UInt8 = 0
    /// Whether the leg counts as never made, because the carrier said nothing of it for longer than it can ring.
    var isPresumedOver = false
    /// Whether the carrier named the leg after it was presumed over.
    var isRevenant = false
    /// Whether its side holds the call.
    public internal(set) var isHeld = false

    /// Whether the leg may still be answered, or talks.
    public var isWanted: Bool { rank != .over && hangUp == nil }

    /// Whether the leg was answered and is still there.
    var hasAnswered: Bool { (rank == .answered || rank == .bridged) && hangUp == nil }
}

/// The progress of a leg. A rank only grows, so late or repeated events change nothing.
public enum LegRank: UInt8, Comparable, Hashable, Sendable, Codable, CaseIterable {
    /// It is planned, and no command was sent yet.
    case planned
    /// The carrier was told to dial.
    case dialing
    /// The device rings.
    case ringing
    /// The device answered.
    case answered
    /// Caller and leg hear each other.
    case bridged
    /// The leg is over. Nothing follows.
    case over

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Whether a person is known to have answered a leg: its own carrier's voicemail may answer a number.
public enum AnswerConfirmation: UInt8, Hashable, Sendable, Codable {
    /// One of our devices, on which a person pressed the button.
    case notNeeded
    /// A number that has not answered yet.
    case needed
    /// The carrier was told to ask for a key.
    case asked
    /// A person answered.
    case confirmed
}

/// The order that a leg must end, and its progress. It is never revoked.
public struct HangUpOrder: Hashable, Sendable, Codable {
    /// The reason that the device is told in the SIP message.
    public let reason: DeviceReason
    /// How often the carrier was told; zero as long as the carrier has not named the leg.
    public internal(set) var attempts: UInt8 = 0
    /// Whether the exchange withdrew the leg's dial, in case it is still unsent.
    var isWithdrawn = false
}

/// The caller's leg.
public struct ParentLeg: Hashable, Sendable, Codable {
    /// The carrier's id of the leg. Another leg takes its place when a call out changes hands.
    public internal(set) var carrierID: CarrierLegID
    /// The progress of the leg.
    public internal(set) var stage: ParentStage = .parked
    /// How often the carrier was told to answer it.
    var answerAttempts: UInt8 = 0
    /// When to tell the carrier again.
    var answerAt: Duration?
    /// Whether the exchange plays something to the caller.
    var isPlaying = false
    /// How often ringback was begun; nil: never. Optional because sessions stored by earlier versions lack it.
    var ringbacks: UInt8?
    /// How often hold music was begun in this epoch.
    var holds: UInt8?
    /// When to begin the tone again after it has ended.
    var ringbackAt: Duration?
    /// Set once the leg must end.
    public internal(set) var hangUp: HangUpOrder?
    /// Whether another session has the leg now, because the two calls became one.
    public internal(set) var isHandedOver = false
    /// When to ask the carrier about the leg, unless an event comes before.
    var lookAt: Duration?
    /// How often the carrier was asked; part of the id of the next look.
    var looks: UInt8 = 0
    /// Whether the caller holds the call.
    public internal(set) var isHeld = false
}

/// The progress of the caller's leg. It only grows, except that a lost bridge leaves it answered.
public enum ParentStage: UInt8, Comparable, Hashable, Sendable, Codable {
    /// The leg waits at the carrier, and the caller hears ringing.
    case parked
    /// The leg was answered: the exchange must fill any silence from now on.
    case answered
    /// The caller and the winner hear each other.
    case bridged
    /// The leg is over. Nothing follows.
    case over

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
