public import CallModel

/// What a carrier says. Words of no carrier in particular: Telnyx is one, our own gateway another.
public enum CarrierNews: Hashable, Sendable, Codable {
    /// A leg we dialled exists. It says which one it is (`client_state`, a header), so a lost reply does no harm. Whoever
    /// delivers other news of a leg that has no carrier's name yet delivers this first.
    case initiated(LegID, as: CarrierLegID)
    /// The device rings.
    case ringing(LegID)
    /// A leg was answered.
    case answered(LegRef)
    /// Whoever answered a number is a person, or is not.
    case confirmed(LegID, isPerson: Bool)
    /// A leg was joined to the other: by that bridge, where the carrier says by which.
    case bridged(LegRef, BridgeMark? = nil)
    /// A leg is over.
    case hungUp(LegRef, HangUpNews)
    /// What was played to the caller has ended.
    case playbackEnded(CommandPurpose, hasPlayed: Bool)
    /// A recording can be fetched. Nil: its length is not known, which says nothing of what is in it.
    case recordingSaved(RecordingKind, RecordingID, length: Duration?)
    /// A recording came to nothing.
    case recordingFailed(RecordingKind)
    /// One side holds, or no longer does.
    case held(LegRef, Bool)
    /// The reply to a look.
    case looked(LegRef, Liveness)
}

/// Why a carrier says a leg is over. What we told it ourselves outranks it: carriers name our own hang-ups as they like.
public enum HangUpNews: String, Hashable, Sendable, Codable, CaseIterable {
    /// Somebody hung up.
    case hungUp
    /// Neither of its own hung up: the leg it was joined to is over, or we ended it.
    case followed
    /// The device declined (603, or 486 of a phone whose person pressed the button).
    case declined
    /// The device is in another call.
    case busy
    /// The device is not there.
    case unreachable
    /// It rang out.
    case noAnswer
    /// The carrier's longest time for a call is over.
    case timeLimit
    /// Nothing is known but that it is over.
    case unknown
}

/// Which bridge a carrier tells of, as its order said: a caller is joined to one device after the other, and news of the
/// first bridge may come when the second is awaited.
public struct BridgeMark: Hashable, Sendable, Codable {
    /// The leg the caller was to be joined to.
    public var leg: LegID
    /// How often the claim had been vacated when it was ordered.
    public var epoch: UInt32

    /// Names a bridge.
    public init(_ leg: LegID, epoch: UInt32) {
        self.leg = leg
        self.epoch = epoch
    }
}

/// What a look at a leg shows.
public enum Liveness: String, Hashable, Sendable, Codable {
    /// It is there.
    case alive
    /// It is over, or the carrier never knew it.
    case over
    /// The carrier could not be asked.
    case unknown
}

/// One of the legs of a session.
public enum LegRef: Hashable, Sendable, Codable {
    /// The caller's.
    case parent
    /// That of a device that is rung.
    case leg(LegID)
}

/// The name a carrier gave to one leg; whoever commands the leg must say it (`call_control_id` at Telnyx).
public struct CarrierLegID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Stands for the leg in a log: with an account's key the name is a handle on the call.
    public var description: String { "‹carrier leg›" }

    /// Orders identifiers by their text.
    public static func < (left: CarrierLegID, right: CarrierLegID) -> Bool { left.rawValue < right.rawValue }
}
