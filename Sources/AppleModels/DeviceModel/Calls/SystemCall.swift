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
