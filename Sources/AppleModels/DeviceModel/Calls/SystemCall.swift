/// A call in the daemon's books.
public struct SystemCall: Hashable, Sendable {
    /// Whose call it is.
    public enum Owner: Hashable, Sendable {
        case app, telephone
    }

    /// How far it has come.
    public enum Phase: Hashable, Sendable {
        /// Incoming, and the phone rings. At most the ring limit.
        /// Leaves to: answering (the person), ending, removed (the app says that it ended).
        case ringing
        /// Incoming, answered by the person, not confirmed by the app. At most the action's time-out.
        /// Leaves to: connected (fulfilled), removed (failed, timed out).
        case answering
        /// Outgoing, requested and not confirmed by the app. At most the action's time-out.
        /// Leaves to: dialing (fulfilled), removed (failed, timed out).
        case starting
        /// Outgoing, confirmed.
        /// Leaves to: connected (the app says so), removed.
        case dialing
        /// The timer runs.
        /// Leaves to: removed.
        case connected
        /// Over, and not yet out of the books.
        /// Leaves to: removed.
        case ended
    }

    public let id: SystemCallID
    public let owner: Owner
    public let isOutgoing: Bool
    public internal(set) var phase: Phase
    public internal(set) var isHeld = false
    public internal(set) var isMuted = false
    /// Calls with the same number are one conversation.
    public internal(set) var group: UInt8
    public internal(set) var update: CallUpdate
    /// Whether the report that made it has completed.
    public internal(set) var isReportComplete = true
    /// Whether the call was held for another whose other side then hung up.
    public internal(set) var staysSilentWhenResumed = false

    init(id: SystemCallID, owner: Owner, isOutgoing: Bool, phase: Phase, group: UInt8, update: CallUpdate) {
        self.id = id
        self.owner = owner
        self.isOutgoing = isOutgoing
        self.phase = phase
        self.group = group
        self.update = update
    }

    /// Whether it is in the daemon's eyes a call that goes on.
    public var isLive: Bool { phase != .ended }
}
