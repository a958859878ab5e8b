/// How far a call has come: the region every other region hangs on.
public enum CallProgress: Hashable, Sendable {
    /// Nothing has happened yet.
    /// Leaves to: `.requesting` (user dials), `.ringing` (inbound: an INVITE came).
    case idle
    /// Outbound: the user dialled; the offer is in the making. At most ``CallTimer/setUp``.
    /// Leaves to: `.connecting` (INVITE sent), `.disconnecting` (hang-up, failure, limit), `.ended` (released).
    case requesting
    /// Outbound: the INVITE is out, nothing has come back. At most ``CallTimer/setUp``, counted from dialling.
    /// Leaves to: `.ringing`, `.answering` (answered at once), `.disconnecting`, `.ended`.
    case connecting
    /// This device rings (inbound) or the peer's does (outbound). At most ``CallTimer/ringing``.
    /// Leaves to: `.answering`, `.disconnecting` (hang-up, decline, busy, limit), `.ended` (released).
    case ringing
    /// One side answered, media does not flow yet. At most ``CallTimer/setUp``.
    /// Leaves to: `.active` (media connected), `.disconnecting`, `.ended`.
    case answering
    /// The call stands.
    /// Leaves to: `.disconnecting` (hang-up, failure, recovery limit), `.ended` (released).
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

    /// Whether the call has begun and nobody has ended it.
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
