/// The state of a call: parallel regions that together decide which events are accepted.
///
/// A region without a meaning in a phase is at rest: there is no hold before the call is connected, and no link before
/// the call begins or after it ends. So equal calls are equal values, and there are few of them (``CallTable``).
public struct CallState: Hashable, Sendable {
    /// Who placed the call.
    public let direction: CallDirection
    /// How far it has come.
    public internal(set) var progress: CallProgress
    /// Whether we hold the peer.
    public internal(set) var hold: LocalHold
    /// Whether the peer holds us.
    public internal(set) var remoteHold: RemoteHold
    /// The way to the peer.
    public internal(set) var link: CallLink

    /// A call to which nothing has happened.
    public init(idle direction: CallDirection) {
        self.init(direction: direction, progress: .idle)
    }

    /// A call with every other region at rest.
    init(direction: CallDirection, progress: CallProgress) {
        self.direction = direction
        self.progress = progress
        hold = .off
        remoteHold = .off
        link = .up
    }
}

extension CallState: CustomStringConvertible {
    /// The regions that are not at rest, such as `outbound active, hold on, link reconnecting`.
    public var description: String {
        var text = "\(direction) \(progress.name)"
        if let reason = progress.endReason { text += "(\(reason))" }
        if hold != .off { text += ", hold \(hold)" }
        if remoteHold != .off { text += ", peer hold \(remoteHold)" }
        if link != .up { text += ", link \(link)" }
        return text
    }
}

extension CallState {
    /// Whether the peer may hear the microphone, apart from mute.
    ///
    /// The microphone is silent from the request for hold until a resume is confirmed, so that the peer never overhears
    /// by mistake.
    public var maySendAudio: Bool { progress == .active && hold == .off }

    /// Whether this call needs its media set up or kept.
    public var needsMedia: Bool { progress.isLive }

    /// Whether a ringing tone (inbound) or a ring-back tone (outbound) is due.
    public var isRinging: Bool { progress == .ringing }

    /// The deadlines that run in this state.
    public var timers: CallTimers {
        var timers: CallTimers =
            switch progress {
            case .requesting, .connecting, .answering: .setUp
            case .ringing: .ringing
            case .disconnecting: .release
            case .idle, .active, .ended: []
            }
        if link.isDown { timers.insert(.recovery) }
        return timers
    }
}

/// Who placed the call, seen from the device whose call this is. It never changes.
public enum CallDirection: String, CaseIterable, Hashable, Sendable, Codable {
    /// This device placed it.
    case outbound
    /// This device is called.
    case inbound
}

/// How far a call has come. Every other region depends on it.
public enum CallProgress: Hashable, Sendable {
    /// Nothing has happened yet.
    /// Leaves to: `.requesting` (user dials), `.ringing` (inbound: an INVITE came).
    case idle
    /// Outbound: the user dialed; the offer is in the making. At most ``CallTimer/setUp``.
    /// Leaves to: `.connecting` (INVITE sent), `.disconnecting` (hang-up, failure, limit), `.ended` (released).
    case requesting
    /// Outbound: the INVITE is out, nothing has come back. At most ``CallTimer/setUp``, counted from dialing.
    /// Leaves to: `.ringing`, `.answering` (answered at once), `.disconnecting`, `.ended`.
    case connecting
    /// This device rings (inbound) or the peer's does (outbound). At most ``CallTimer/ringing``.
    /// Leaves to: `.answering`, `.disconnecting` (hang-up, decline, busy, limit), `.ended` (released).
    case ringing
    /// One side answered, media does not flow yet. At most ``CallTimer/setUp``.
    /// Leaves to: `.active` (media connected), `.disconnecting`, `.ended`.
    case answering
    /// The call is connected. Leaves to: `.disconnecting` (hang-up, failure, recovery limit), `.ended` (released).
    case active
    /// This side ended the call; the peer has not acknowledged it. At most ``CallTimer/release``.
    /// Leaves to: `.ended` with the same or a stronger reason.
    case disconnecting(EndReason)
    /// Over. Leaves to: `.ended` with a stronger reason only.
    case ended(EndReason)
}

extension CallProgress {
    /// The reason, once there is one.
    public var endReason: EndReason? {
        switch self {
        case .disconnecting(let reason), .ended(let reason): reason
        case .idle, .requesting, .connecting, .ringing, .answering, .active: nil
        }
    }

    /// Whether the call has begun and neither side has ended it.
    public var isLive: Bool {
        switch self {
        case .requesting, .connecting, .ringing, .answering, .active: true
        case .idle, .disconnecting, .ended: false
        }
    }

    /// The name of the case, without its reason.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .requesting: "requesting"
        case .connecting: "connecting"
        case .ringing: "ringing"
        case .answering: "answering"
        case .active: "active"
        case .disconnecting: "disconnecting"
        case .ended: "ended"
        }
    }
}

/// The way to the peer: signaling and media taken together.
public enum CallLink: String, CaseIterable, Hashable, Sendable, Codable {
    /// It works. Leaves to: `.renegotiating`, `.reconnecting`, `.lost`.
    case up
    /// It works while media is negotiated anew. Only while active.
    /// Leaves to: `.up` (finished), `.reconnecting` (failed, or the link broke), `.lost`.
    case renegotiating
    /// It broke and is being repaired. At most ``CallTimer/recovery``, together with `.lost`.
    /// Leaves to: `.up` (restored), `.lost` (no network at all).
    case reconnecting
    /// There is no network to repair it over. Leaves to: `.reconnecting` (a network came), `.up`.
    case lost

    /// Whether nothing can be expected to reach the peer.
    public var isDown: Bool { self == .reconnecting || self == .lost }
}

/// Whether this side has put the peer on hold. Only a confirmation of the peer makes it so (unlike in the SDK: weakness
/// W12).
public enum LocalHold: String, CaseIterable, Hashable, Sendable, Codable {
    /// Not held. Leaves to: `.turningOn` (user), `.on` (the peer says so, as after a re-attach).
    case off
    /// The user asked to hold; the peer has not confirmed.
    /// Leaves to: `.on` (confirmed), `.off` (refused, or corrected by the peer).
    case turningOn
    /// Held. Leaves to: `.turningOff` (user), `.off` (corrected by the peer).
    case on
    /// The user asked to resume; the peer has not confirmed.
    /// Leaves to: `.off` (confirmed), `.on` (refused, or corrected by the peer).
    case turningOff

    /// Whether the call counts as held: until a resume is confirmed it still does.
    public var isHeld: Bool { self == .on || self == .turningOff }

    /// Whether a request is under way.
    public var isPending: Bool { self == .turningOn || self == .turningOff }
}

/// Whether the peer has put this side on hold.
public enum RemoteHold: String, CaseIterable, Hashable, Sendable, Codable {
    /// The peer listens. Leaves to: `.on` (the peer says so).
    case off
    /// The peer has put us on hold. Leaves to: `.off` (the peer resumed).
    case on
}
