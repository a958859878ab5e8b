/// A call as the call daemon keeps it.
public struct SystemCall: Hashable, Sendable {
    /// The owner of a call.
    public enum Owner: Hashable, Sendable {
        case app, telephone
    }

    /// The phase of a call.
    public enum Phase: Hashable, Sendable {
        /// An incoming call rings, for at most the ring limit.
        /// Leaves to: answering (the person, or the app's request), gone (declined, or the app reports its end).
        case ringing
        /// An incoming call was answered and the app has not confirmed it, for at most the action's time-out.
        /// Leaves to: connected (fulfilled), gone (failed, timed out, ended).
        case answering
        /// An outgoing call was requested and the app has not confirmed it, for at most the action's time-out.
        /// Leaves to: dialing (fulfilled), gone (failed, timed out, ended).
        case starting
        /// The app has confirmed an outgoing call.
        /// Leaves to: connected (the app reports it), gone.
        case dialing
        /// The parties can talk, and the timer runs.
        /// Leaves to: gone.
        case connected
    }

    /// Whether the call's screen can be used.
    public enum Screen: Hashable, Sendable {
        case usable
        /// The call is not shown until the app is opened.
        case hidden
        /// The call is shown without a button to answer it.
        case broken
    }

    /// The call's UUID, which the app or the system chose.
    public let id: SystemCallID
    /// The app, or the system's own telephone app.
    public let owner: Owner
    /// Whether the person of this phone placed the call.
    public let isOutgoing: Bool
    /// How far the call has come, from ringing or dialing to its end.
    public internal(set) var phase: Phase
    /// Whether the person can use the call's screen.
    public internal(set) var screen = Screen.usable
    /// Whether the person holds the call, as the system knows it.
    public internal(set) var isHeld = false
    /// Whether the microphone is muted in the call, as the system knows it.
    public internal(set) var isMuted = false
    /// The conversation the call belongs to: calls with the same number are one conversation.
    public internal(set) var group: UInt8
    /// The merged updates that the app reported for this call.
    public internal(set) var update: CallUpdate
    /// Whether the daemon asked the app to hold this call because of a telephone call.
    public internal(set) var isHeldForTelephone = false
    /// Whether a hold or mute action of this call timed out, so that the daemon will end the call.
    public internal(set) var isNeglected = false
    /// Whether this call was held for a telephone call that its other side ended. Audio is not activated when such a
    /// call is resumed.
    public internal(set) var staysSilent = false

    init(id: SystemCallID, owner: Owner, isOutgoing: Bool, phase: Phase, group: UInt8, update: CallUpdate) {
        self.id = id
        self.owner = owner
        self.isOutgoing = isOutgoing
        self.phase = phase
        self.group = group
        self.update = update
    }

    /// Whether the call is neither ringing nor held, so that its parties talk or soon will.
    var isInFront: Bool { phase != .ringing && !isHeld }

    /// Whether the daemon activates the audio session for this call.
    var needsAudio: Bool { (phase == .connected || phase == .dialing) && !isHeld }

    /// The call as a call observer sees it.
    func observed(hasEnded: Bool = false) -> ObservedCall {
        ObservedCall(
            id: id, isOutgoing: isOutgoing, isOnHold: isHeld, hasConnected: phase == .connected, hasEnded: hasEnded)
    }
}

/// The UUID of a call in CallKit, as two integers.
public struct SystemCallID: Hashable, Sendable, Comparable {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Makes the ID from the sixteen bytes of a UUID.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes a short ID for models and tests.
    public init(_ low: UInt64) {
        self.init(high: 0, low: low)
    }

    /// The order of the bytes.
    public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// The changes an app reports for a call. A property that is nil leaves the value as it is.
public struct CallUpdate: Hashable, Sendable {
    /// The other party's number or address.
    public var handle: HandleID?
    /// The other party's name.
    public var name: TextID?
    /// Whether the person is offered to hold the call.
    public var supportsHolding: Bool?
    /// Whether the person is offered to merge the call with another.
    public var supportsGrouping: Bool?
    /// Whether the person is offered a keypad.
    public var supportsDigits: Bool?
    /// Whether the call is shown as a video call.
    public var hasVideo: Bool?

    /// Makes an update that sets the given properties only.
    public init(handle: HandleID? = nil, name: TextID? = nil, hasVideo: Bool? = nil) {
        self.handle = handle
        self.name = name
        self.hasVideo = hasVideo
    }

    /// Applies a later update: only the properties it sets change.
    mutating func merge(_ later: CallUpdate) {
        handle = later.handle ?? handle
        name = later.name ?? name
        supportsHolding = later.supportsHolding ?? supportsHolding
        supportsGrouping = later.supportsGrouping ?? supportsGrouping
        supportsDigits = later.supportsDigits ?? supportsDigits
        hasVideo = later.hasVideo ?? hasVideo
    }
}

/// Stands for a number or address. The code that drives the device keeps the text.
public struct HandleID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Stands for a name or for digits. The code that drives the device keeps the text.
public struct TextID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The name of the other party that the call screen shows.
public enum CallerName: Hashable, Sendable {
    /// The name the app gave, which overrides the system's contacts.
    case given(TextID)
    /// The name of a contact.
    case contact(HandleID)
    /// The handle itself.
    case handle(HandleID)
    case unknown
}

/// A call as `CXCallObserver` reports it.
public struct ObservedCall: Hashable, Sendable {
    /// The call's UUID.
    public var id: SystemCallID
    /// Whether the person of this phone placed the call.
    public var isOutgoing: Bool
    /// Whether the person holds the call.
    public var isOnHold: Bool
    /// Whether the call was ever connected. It stays true after the end.
    public var hasConnected: Bool
    /// Whether the call has ended.
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
