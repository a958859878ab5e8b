/// `RTCCallState` of Pajama (8 names).
public enum PajamaState: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is no call.
    case idle
    /// A call rings on this device.
    case incoming
    /// A call was dialed, and the other side has not answered.
    case outgoing
    /// The person answered, and media does not flow yet.
    case joining
    /// The two sides can talk, or one of them holds.
    case connected
    /// The path to the other side was lost and is being restored.
    case reconnecting
    /// The person hung up, and the end is not confirmed.
    case disconnecting
    /// The call ended.
    case disconnected

    /// The app's name of a state.
    public init(of state: CallState) {
        switch state.progress {
        case .idle: self = .idle
        case .requesting, .connecting: self = .outgoing
        case .ringing: self = state.direction == .outbound ? .outgoing : .incoming
        case .answering: self = .joining
        case .active: self = state.link.isDown ? .reconnecting : .connected
        case .disconnecting(let reason): self = Self.isOfUser(reason) ? .disconnecting : .disconnected
        case .ended: self = .disconnected
        }
    }

    /// "User initiated hang up, waiting for cleanup": a limit or a failure disconnects at once.
    private static func isOfUser(_ reason: EndReason) -> Bool {
        switch reason {
        case .completed, .cancelled, .declined, .busy: true
        case .failed, .unreachable, .incompatible, .noAnswer, .declinedElsewhere, .answeredElsewhere, .dropped: false
        }
    }
}

extension PajamaState: CallProjection {
    public static let platform = "pajama"

    public static let documented: [AllowedTransitions<PajamaState>] = [
        AllowedTransitions(.idle, to: [.incoming, .outgoing], because: "lifecycles"),
        AllowedTransitions(.outgoing, to: [.joining, .disconnected, .idle], because: "state flow examples"),
        AllowedTransitions(.incoming, to: [.disconnected], because: "ring timeout behavior"),
        AllowedTransitions(.joining, to: [.connected], because: "state flow examples"),
        AllowedTransitions(.connected, to: [.reconnecting, .disconnecting], because: "state definitions"),
        AllowedTransitions(.reconnecting, to: [.connected, .disconnected], because: "network disruptions"),
        AllowedTransitions(.disconnecting, to: [.disconnected], because: "state definitions"),
        AllowedTransitions(.disconnected, to: [.idle], because: "state definitions"),
    ]

    public static let closures: [AllowedTransitions<PajamaState>] = [
        AllowedTransitions(
            .incoming, to: [.joining],
            because: "accepting a call has no row of its own; joinCall() is the same for both directions"),
        AllowedTransitions(
            .incoming, to: [.disconnecting],
            because: "declining is a hang-up by the user; the definition names no state it is limited to"),
        AllowedTransitions(
            .outgoing, to: [.disconnecting],
            because: "cancelling is a hang-up by the user; the definition names no state it is limited to"),
        AllowedTransitions(
            .joining, to: [.disconnecting, .disconnected],
            because: "a call can end while it joins"),
        AllowedTransitions(
            .connected, to: [.disconnected],
            because: "the other side can hang up, or the media can break"),
        AllowedTransitions(
            .reconnecting, to: [.disconnecting],
            because: "a person can hang up while it reconnects"),
    ]
}
