public import CallModel

/// An event from a carrier, in terms that fit any carrier: Telnyx is one, our own gateway another.
public enum CarrierEvent: Hashable, Sendable, Codable {
    /// A leg that we dialed exists. The event names it (`client_state`, a header), so a lost reply does no harm. It must
    /// be delivered before other events of a leg that has no carrier id yet.
    case initiated(LegID, as: CarrierLegID)
    /// The device rings.
    case ringing(LegID)
    /// A leg was answered.
    case answered(LegRef)
    /// The party who answered a number is a person, or is not.
    case confirmed(LegID, isPerson: Bool)
    /// A leg was joined to another one, by the given bridge where the carrier names it.
    case bridged(LegRef, BridgeMark? = nil)
    /// A leg is over.
    case hungUp(LegRef, CarrierHangUpReason)
    /// A playback to the caller has ended.
    case playbackEnded(CommandPurpose, hasPlayed: Bool)
    /// A recording can be fetched. A nil length means that the length is unknown; it says nothing about the content.
    case recordingSaved(RecordingKind, RecordingID, length: Duration?)
    /// A recording failed.
    case recordingFailed(RecordingKind)
    /// A party holds, or resumes.
    case held(LegRef, Bool)
    /// The reply to a look.
    case looked(LegRef, Liveness)
}

/// Why a leg is over, according to the carrier. A hang-up that we ordered outranks it, because carriers report our own
/// hang-ups in different ways.
public enum CarrierHangUpReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The party hung up.
    case hungUp
    /// The party did not hang up: the joined leg is over, or we ended the leg.
    case followed
    /// The device declined (603, or 486 of a phone whose user pressed the button).
    case declined
    /// The device is in another call.
    case busy
    /// The device cannot be reached.
    case unreachable
    /// The device rang until its time was over.
    case noAnswer
    /// The carrier's longest time for a call is over.
    case timeLimit
    /// The carrier gives no reason.
    case unknown
}

/// Identifies the bridge of an event. A caller is joined to one device after the other, and events of the first
/// bridge may come while the second is awaited.
public struct BridgeMark: Hashable, Sendable, Codable {
    /// The leg to which the caller was to be joined.
    public var leg: LegID
    /// How often the claim had been vacated when the bridge was ordered.
    public var epoch: UInt32

    /// Names a bridge.
    public init(_ leg: LegID, epoch: UInt32) {
        self.leg = leg
        self.epoch = epoch
    }
}

/// The result of a look at a leg.
public enum Liveness: String, Hashable, Sendable, Codable {
    /// The leg is there.
    case alive
    /// The leg is over, or the carrier never knew it.
    case over
    /// The carrier could not be asked.
    case unknown
}

/// One of the legs of a session.
public enum LegRef: Hashable, Sendable, Codable {
    /// The caller's leg.
    case parent
    /// The leg of a device.
    case leg(LegID)
}

/// The id that a carrier gave to one leg. Commands for the leg must carry it (`call_control_id` at Telnyx).
public struct CarrierLegID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier. The parser that reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// A placeholder for logs: together with an account's key the id would give access to the call.
    public var description: String { "‹carrier leg›" }

    /// Orders identifiers by their text.
    public static func < (left: CarrierLegID, right: CarrierLegID) -> Bool { left.rawValue < right.rawValue }
}
