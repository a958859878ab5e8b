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
