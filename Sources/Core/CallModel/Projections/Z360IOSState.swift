/// The call states of the Z360 app for iOS (10 names).
public enum Z360IOSState: String, CaseIterable, Hashable, Sendable, Codable {
    case idle = "IDLE"
    case ringingIn = "RINGING_IN"
    case ringingOut = "RINGING_OUT"
    case connecting = "CONNECTING"
    case active = "ACTIVE"
    case onHold = "ON_HOLD"
    case reconnecting = "RECONNECTING"
    case disconnecting = "DISCONNECTING"
    case ended = "ENDED"
    case failed = "FAILED"

    /// The app's name of a state.
    public init(of state: CallState) {
        switch state.progress {
        case .idle: self = .idle
        case .requesting, .connecting: self = .ringingOut
        case .ringing: self = state.direction == .outbound ? .ringingOut : .ringingIn
        case .answering: self = .connecting
        case .active: self = state.link.isDown ? .reconnecting : state.hold.isHeld ? .onHold : .active
        case .disconnecting(let reason): self = Self.isFailure(reason) ? .failed : .disconnecting
        case .ended(let reason): self = Self.isFailure(reason) ? .failed : .ended
        }
    }

    /// "Network error, SDK error, answer timeout": reported to CallKit as failed.
    private static func isFailure(_ reason: EndReason) -> Bool {
        switch reason {
        case .failed, .unreachable, .incompatible, .dropped: true
        case .noAnswer, .cancelled, .busy, .declinedElsewhere, .declined, .answeredElsewhere, .completed: false
        }
    }
}
