/// `CallState` of Telnyx's SDK for Android (10 names).
///
/// Source: its documented enumeration. That an incoming call waits in RINGING is assumed from "waiting for an answer".
public enum TelnyxAndroidState: String, CaseIterable, Hashable, Sendable, Codable {
    case new = "NEW"
    case connecting = "CONNECTING"
    case ringing = "RINGING"
    case active = "ACTIVE"
    case renegotiating = "RENEGOTIATING"
    case held = "HELD"
    case done = "DONE"
    case error = "ERROR"
    case dropped = "DROPPED"
    case reconnecting = "RECONNECTING"

    /// The SDK's name of a state.
    public init(of state: CallState) {
        switch state.progress {
        case .idle, .requesting: self = .new
        case .connecting: self = .connecting
        case .ringing, .answering: self = .ringing
        case .active: self = Self.whileActive(state)
        case .disconnecting(.dropped): self = .dropped
        // "There was an issue creating the call."
        case .disconnecting(.failed), .disconnecting(.incompatible), .ended(.failed), .ended(.incompatible):
            self = .error
        case .disconnecting, .ended: self = .done
        }
    }

    private static func whileActive(_ state: CallState) -> TelnyxAndroidState {
        if state.link.isDown { return .reconnecting }
        if state.hold.isHeld { return .held }
        return state.link == .renegotiating ? .renegotiating : .active
    }
}
