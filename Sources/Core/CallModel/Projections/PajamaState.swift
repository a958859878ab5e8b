/// `RTCCallState` of Pajama (8 names).
public enum PajamaState: String, CaseIterable, Hashable, Sendable, Codable {
    case idle
    case incoming
    case outgoing
    case joining
    case connected
    case reconnecting
    case disconnecting
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
