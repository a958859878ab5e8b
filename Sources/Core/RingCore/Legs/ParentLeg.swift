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
