/// `CallState` of Telnyx's SDK for iOS (8 names).
///
/// Source: facts read from the SDK: an incoming call is NEW until it is ACTIVE; a hang-up is DONE at once.
public enum TelnyxIOSState: String, CaseIterable, Hashable, Sendable, Codable {
    /// A dialed call before the exchange has it, or an incoming one until it is answered.
    case new = "NEW"
    /// The exchange has the dialed call.
    case connecting = "CONNECTING"
    /// A dialed call rings at the other side. An incoming call never has this name.
    case ringing = "RINGING"
    /// The two sides can talk.
    case active = "ACTIVE"
    /// Either side holds the call.
    case held = "HELD"
    /// The call ended, or this side hung up.
    case done = "DONE"
    /// The path to the other side was lost and is being restored.
    case reconnecting = "RECONNECTING"
    /// The path was not restored in time. `DONE` follows.
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

extension TelnyxIOSState: CallProjection {
    public static let platform = "telnyxIOS"

    public static let documented: [AllowedTransitions<TelnyxIOSState>] = [
        AllowedTransitions(.new, to: [.connecting, .done], because: "diagram: NEW → CONNECTING, NEW → DONE"),
        AllowedTransitions(.new, to: [.active], because: "SDK: an incoming call is NEW until answer() makes it ACTIVE"),
        AllowedTransitions(.connecting, to: [.ringing, .done], because: "diagram"),
        AllowedTransitions(.ringing, to: [.active, .done], because: "diagram"),
        AllowedTransitions(.active, to: [.held, .reconnecting, .dropped, .done], because: "diagram"),
        AllowedTransitions(.held, to: [.active, .done], because: "diagram"),
        AllowedTransitions(.reconnecting, to: [.active, .dropped], because: "diagram"),
        AllowedTransitions(.dropped, to: [.done], because: "diagram"),
        AllowedTransitions(.reconnecting, to: [.done], because: "SDK: hang-up and reconnect time-out are DONE"),
    ]

    public static let closures: [AllowedTransitions<TelnyxIOSState>] = [
        AllowedTransitions(
            .held, to: [.reconnecting],
            because: "the SDK sets every live call RECONNECTING, held ones too; the diagram shows only ACTIVE"),
        AllowedTransitions(
            .reconnecting, to: [.held],
            because: "a re-attach keeps the hold (the SDK forgets it: weakness W3)"),
        AllowedTransitions(
            .held, to: [.dropped],
            because: "a held call breaks as an active one does"),
    ]
}

/// `CallState` of Telnyx's SDK for Android (10 names).
///
/// Source: its documented enumeration. That an incoming call waits in RINGING is assumed from "waiting for an answer".
public enum TelnyxAndroidState: String, CaseIterable, Hashable, Sendable, Codable {
    /// A dialed call before the exchange has it.
    case new = "NEW"
    /// The exchange has the dialed call.
    case connecting = "CONNECTING"
    /// A call rings, on this device or at the other side, or was just answered.
    case ringing = "RINGING"
    /// The two sides can talk.
    case active = "ACTIVE"
    /// The descriptions are being exchanged again.
    case renegotiating = "RENEGOTIATING"
    /// Either side holds the call.
    case held = "HELD"
    /// The call ended, or this side hung up.
    case done = "DONE"
    /// The call failed, or the two sides have no codec in common.
    case error = "ERROR"
    /// The path was not restored in time. `DONE` follows.
    case dropped = "DROPPED"
    /// The path to the other side was lost and is being restored.
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

extension TelnyxAndroidState: CallProjection {
    public static let platform = "telnyxAndroid"

    public static let documented: [AllowedTransitions<TelnyxAndroidState>] = [
        AllowedTransitions(.new, to: [.connecting, .error], because: "diagram"),
        AllowedTransitions(.connecting, to: [.ringing, .error], because: "diagram"),
        AllowedTransitions(.ringing, to: [.active, .error, .done], because: "diagram"),
        AllowedTransitions(
            .active, to: [.held, .renegotiating, .reconnecting, .dropped, .error, .done], because: "diagram"),
        AllowedTransitions(.held, to: [.active, .done], because: "diagram"),
        AllowedTransitions(.renegotiating, to: [.active, .done], because: "diagram"),
        AllowedTransitions(.reconnecting, to: [.active, .dropped, .error], because: "diagram"),
        AllowedTransitions(.dropped, to: [.done], because: "diagram"),
    ]

    public static let closures: [AllowedTransitions<TelnyxAndroidState>] = [
        AllowedTransitions(
            .new, to: [.ringing, .done],
            because: "the diagram has no way in for an incoming call, nor a cancel before the INVITE"),
        AllowedTransitions(
            .connecting, to: [.done],
            because: "the caller can cancel, the callee can be busy; the diagram knows only ERROR"),
        AllowedTransitions(
            .error, to: [.done],
            because: "stronger news that comes late corrects how the call ended"),
        AllowedTransitions(
            .held, to: [.reconnecting, .renegotiating],
            because: "a held call can lose its network and find it again with its hold kept; hold and link are "
                + "independent"),
        AllowedTransitions(
            .reconnecting, to: [.held, .done],
            because: "the hold survives; a person can hang up while it reconnects (the common table says so)"),
        AllowedTransitions(
            .held, to: [.dropped],
            because: "a held call breaks as an active one does"),
        AllowedTransitions(
            .renegotiating, to: [.held, .reconnecting, .dropped],
            because: "a renegotiation can end held or fail; the diagram lets it only succeed"),
    ]
}
