public import CallModel

/// One attempt to reach a device. A device that wakes later gets another leg: what is over stays over.
public struct RingLeg: Hashable, Sendable, Codable {
    /// Its name, derived from the session's and ``ordinal``.
    public let id: LegID
    /// Which leg of the session it is, counted from 1.
    public let ordinal: UInt16
    /// The device it reaches.
    public let device: DeviceID
    /// What the carrier calls it, as soon as that is known.
    public internal(set) var carrierID: CarrierLegID?
    /// How far it has come. Only grows.
    public internal(set) var rank: LegRank = .planned
    /// Whether a person answered.
    public internal(set) var confirmation: Confirmation
    /// Set once it has to go.
    public internal(set) var hangUp: HangUpOrder?
    /// In which round of its device it was dialled; nil: in the first. Optional, as ``role`` is.
    public internal(set) var round: RingRound?
    /// For which run of the app it was dialled, where that took the place of another; nil: for whichever there is. Optional, as
    /// ``role`` is.
    var process: AppProcess?
    /// What it was dialled for, where that was not to ring for the call. Optional, so that what was stored before can be
    /// read.
    public internal(set) var role: Beside.Role?
    /// How often dialling was tried.
    var dialAttempts: UInt8 = 0
    /// When to dial again, where the carrier was too busy.
    var dialAt: Duration?
    /// When to ask the carrier how it is, unless there is news before.
    var lookAt: Duration?
    /// How often it was looked at; part of the name of the next look.
    var looks: UInt8 = 0
    /// Whether it was taken for never made: the carrier said nothing of it for longer than it can ring.
    var isPresumedOver = false
    /// Whether the carrier named it after it was taken for never made.
    var isRevenant = false
    /// Whether its side holds the call.
    public internal(set) var isHeld = false

    /// Whether it may still be answered, or talks.
    public var isWanted: Bool { rank != .over && hangUp == nil }

    /// Whether somebody picked up and is still there.
    var hasAnswered: Bool { (rank == .answered || rank == .bridged) && hangUp == nil }
}

/// How far a leg has come. A leg's rank only grows: news that comes late or twice changes nothing.
public enum LegRank: UInt8, Comparable, Hashable, Sendable, Codable, CaseIterable {
    /// Decided on, and nothing sent yet.
    case planned
    /// The carrier was told to dial.
    case dialing
    /// The device rings.
    case ringing
    /// Somebody picked up.
    case answered
    /// Caller and leg hear each other.
    case bridged
    /// Over. Nothing follows.
    case over

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Whether whoever answered a leg is known to be a person: a number may be answered by its own carrier's voicemail.
public enum Confirmation: UInt8, Hashable, Sendable, Codable {
    /// A device of ours: a person pressed the button.
    case notNeeded
    /// A number that has not answered yet.
    case needed
    /// The carrier was told to ask for a key.
    case asked
    /// A person.
    case confirmed
}

/// That a leg must go, and how far that has come. It is never taken back.
public struct HangUpOrder: Hashable, Sendable, Codable {
    /// What the device is told: the reason in the SIP message.
    public let reason: DeviceReason
    /// How often the carrier was told. None as long as the carrier has not named the leg.
    public internal(set) var attempts: UInt8 = 0
    /// Whether its dial was taken back, should it not be sent yet.
    var isWithdrawn = false
}

/// The caller's leg.
public struct ParentLeg: Hashable, Sendable, Codable {
    /// What the carrier calls it. Another leg takes its place when a call out changes hands.
    public internal(set) var carrierID: CarrierLegID
    /// How far it has come.
    public internal(set) var stage: ParentStage = .parked
    /// How often the carrier was told to answer it.
    var answerAttempts: UInt8 = 0
    /// When to tell it again.
    var answerAt: Duration?
    /// Whether the caller hears something of ours.
    var isPlaying = false
    /// How often the tone of ringing was begun; nil: never. Optional, so that what was stored before can be read.
    var ringbacks: UInt8?
    /// How often the sound of being kept was begun in this epoch.
    var holds: UInt8?
    /// When to begin it again, after it has ended.
    var ringbackAt: Duration?
    /// Set once it has to go.
    public internal(set) var hangUp: HangUpOrder?
    /// Whether another session has it now, after two calls were found to be one.
    public internal(set) var isHandedOver = false
    /// When to ask the carrier how it is, unless there is news before.
    var lookAt: Duration?
    /// How often it was looked at; part of the name of the next look.
    var looks: UInt8 = 0
    /// Whether the caller holds the call.
    public internal(set) var isHeld = false
}

/// How far the caller's leg has come. Only grows, except that a bridge that was lost leaves it answered.
public enum ParentStage: UInt8, Comparable, Hashable, Sendable, Codable {
    /// It waits at the carrier, and the caller hears ringing.
    case parked
    /// The call was taken: silence from now on must be filled.
    case answered
    /// Caller and winner hear each other.
    case bridged
    /// Over. Nothing follows.
    case over

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
