/// `CallState` of Telnyx's SDK for iOS (8 names).
///
/// Source: facts read from the SDK: an incoming call is NEW until it is ACTIVE; a hang-up is DONE at once.
public enum TelnyxIOSState: String, CaseIterable, Hashable, Sendable, Codable {
    case new = "NEW"
    case connecting = "CONNECTING"
    case ringing = "RINGING"
    case active = "ACTIVE"
    case held = "HELD"
    case done = "DONE"
    case reconnecting = "RECONNECTING"
    case dropped = "DROPPED"

    /// The SDK's name of a state.
    public init(of state: CallState) {
        switch state.progress {
        case .idle, .requesting: self = .new
        case .connecting: self = .connecting
        case .ringing, .answering: self = state.direction == .outbound ? .ringing : .new
        case .active: self = state.link.isDown ? .reconnecting : state.hold.isHeld ? .held : .active
        case .disconnecting(.dropped): self = .dropped
        case .disconnecting, .ended: self = .done
        }
    }
}
