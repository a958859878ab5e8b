/// A call in the daemon's books.
public struct SystemCall: Hashable, Sendable {
    /// Whose call it is.
    public enum Owner: Hashable, Sendable {
        case app, telephone
    }

    /// How far it has come.
    public enum Phase: Hashable, Sendable {
        /// Incoming, and the phone rings. At most the ring limit.
        /// Leaves to: answering (the person, or the app's request), gone (declined, or the app says that it ended).
        case ringing
        /// Incoming, answered, and not confirmed by the app. At most the action's time-out.
        /// Leaves to: connected (fulfilled), gone (failed, timed out, ended).
        case answering
        /// Outgoing, requested, and not confirmed by the app. At most the action's time-out.
        /// Leaves to: dialing (fulfilled), gone (failed, timed out, ended).
        case starting
        /// Outgoing, confirmed.
        /// Leaves to: connected (the app says so), gone.
        case dialing
        /// The timer runs.
        /// Leaves to: gone.
        case connected
    }

    /// Whether the call's screen can be used.
    public enum Screen: Hashable, Sendable {
        case usable
        /// It does not show until the app is opened.
        case hidden
        /// It shows without a way to answer.
        case broken
    }

    public let id: SystemCallID
    public let owner: Owner
    public let isOutgoing: Bool
    public internal(set) var phase: Phase
    public internal(set) var screen = Screen.usable
    public internal(set) var isHeld = false
    public internal(set) var isMuted = false
    /// Calls with the same number are one conversation.
    public internal(set) var group: UInt8
    /// All that was said of it, the later over the earlier.
    public internal(set) var update: CallUpdate
    /// Whether the daemon has asked to hold it because of a telephone call.
    public internal(set) var isHeldForTelephone = false
    /// Whether a hold or mute of it timed out, so that it will be ended.
    public internal(set) var isNeglected = false
    /// Whether it was held for a telephone call whose other side hung up: it is not activated when resumed.
    public internal(set) var staysSilent = false

    init(id: SystemCallID, owner: Owner, isOutgoing: Bool, phase: Phase, group: UInt8, update: CallUpdate) {
        self.id = id
        self.owner = owner
        self.isOutgoing = isOutgoing
        self.phase = phase
        self.group = group
        self.update = update
    }

    /// Whether two people are, or may soon be, talking: it is neither ringing nor held.
    var isInFront: Bool { phase != .ringing && !isHeld }

    /// Whether the daemon activates the session for it.
    var takesSound: Bool { (phase == .connected || phase == .dialing) && !isHeld }

    /// The call as a call observer sees it.
    func observed(hasEnded: Bool = false) -> ObservedCall {
        ObservedCall(
            id: id, isOutgoing: isOutgoing, isOnHold: isHeld, hasConnected: phase == .connected, hasEnded: hasEnded)
    }
}

/// The UUID of a call toward the system, as a plain value.
public struct SystemCallID: Hashable, Sendable, Comparable {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Takes the sixteen bytes of a UUID as two numbers.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A short name for models and tests.
    public init(_ low: UInt64) {
        self.init(high: 0, low: low)
    }

    /// The order of the bytes.
    public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// What a report says of a call; what is `nil` was not set.
public struct CallUpdate: Hashable, Sendable {
    public var handle: HandleID?
    public var name: TextID?
    public var supportsHolding: Bool?
    public var supportsGrouping: Bool?
    public var supportsDigits: Bool?
    public var hasVideo: Bool?

    /// An update that says nothing beyond what is given.
    public init(handle: HandleID? = nil, name: TextID? = nil, hasVideo: Bool? = nil) {
        self.handle = handle
        self.name = name
        self.hasVideo = hasVideo
    }

    /// Lays a later update over this one: only what it sets is changed.
    mutating func merge(_ later: CallUpdate) {
        handle = later.handle ?? handle
        name = later.name ?? name
        supportsHolding = later.supportsHolding ?? supportsHolding
        supportsGrouping = later.supportsGrouping ?? supportsGrouping
        supportsDigits = later.supportsDigits ?? supportsDigits
        hasVideo = later.hasVideo ?? hasVideo
    }
}

/// A stand-in for a number or address; whoever drives the device keeps the text.
public struct HandleID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A stand-in for a name or for digits; whoever drives the device keeps the text.
public struct TextID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// What the call screen writes as the other party.
public enum DisplayedName: Hashable, Sendable {
    /// The name the app gave; it goes before everything the system knows.
    case given(TextID)
    /// The name of a contact.
    case contact(HandleID)
    /// The bare handle.
    case handle(HandleID)
    case unknown
}

/// A call as `CXCallObserver` shows it.
public struct ObservedCall: Hashable, Sendable {
    public var id: SystemCallID
    public var isOutgoing: Bool
    public var isOnHold: Bool
    public var hasConnected: Bool
    public var hasEnded: Bool

    /// Describes a call.
    public init(id: SystemCallID, isOutgoing: Bool, isOnHold: Bool, hasConnected: Bool, hasEnded: Bool) {
        self.id = id
        self.isOutgoing = isOutgoing
        self.isOnHold = isOnHold
        self.hasConnected = hasConnected
        self.hasEnded = hasEnded
    }
}
