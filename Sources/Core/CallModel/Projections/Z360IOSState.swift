/// The call states of the Z360 app for iOS (10 names).
public enum Z360IOSState: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is no call.
    case idle = "IDLE"
    /// A call rings on this device.
    case ringingIn = "RINGING_IN"
    /// A call was dialed, and the other side has not answered.
    case ringingOut = "RINGING_OUT"
    /// The person answered, and media does not flow yet.
    case connecting = "CONNECTING"
    /// The two sides can talk.
    case active = "ACTIVE"
    /// Either side holds the call.
    case onHold = "ON_HOLD"
    /// The path to the other side was lost and is being restored.
    case reconnecting = "RECONNECTING"
    /// The call is about to end, and the end is not confirmed.
    case disconnecting = "DISCONNECTING"
    /// The call ended as a call usually does: hung up, declined, unanswered or answered elsewhere.
    case ended = "ENDED"
    /// The call ended by an error of the network, the SDK or media.
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

extension Z360IOSState: CallProjection {
    public static let platform = "z360IOS"

    public static let documented: [AllowedTransitions<Z360IOSState>] = [
        AllowedTransitions(.idle, to: [.ringingIn, .ringingOut, .failed], because: "diagram"),
        AllowedTransitions(
            .ringingIn, to: [.connecting, .disconnecting, .ended],
            because: "diagram; ENDED: didDeactivate from any state"),
        AllowedTransitions(
            .ringingOut, to: [.connecting, .disconnecting, .ended],
            because: "diagram; ENDED: didDeactivate from any state"),
        AllowedTransitions(
            .connecting, to: [.active, .disconnecting, .failed, .ended],
            because: "diagram; DISCONNECTING: CXEndCallAction in any active state; FAILED: answer timeout"),
        AllowedTransitions(
            .active, to: [.onHold, .reconnecting, .disconnecting, .ended],
            because: "diagram; ENDED: didDeactivate from any state"),
        AllowedTransitions(
            .onHold, to: [.active, .disconnecting, .ended],
            because: "diagram; DISCONNECTING: CXEndCallAction in any active state"),
        AllowedTransitions(
            .reconnecting, to: [.active, .failed, .disconnecting, .ended],
            because: "diagram; DISCONNECTING: CXEndCallAction in any active state"),
        AllowedTransitions(.disconnecting, to: [.ended], because: "diagram"),
        AllowedTransitions(.ended, to: [.idle], because: "diagram"),
        AllowedTransitions(.failed, to: [.idle], because: "diagram"),
    ]

    public static let closures: [AllowedTransitions<Z360IOSState>] = [
        AllowedTransitions(
            .ringingOut, to: [.failed],
            because: "FAILED is defined as network or SDK error; the diagram forgets set-up"),
        AllowedTransitions(
            .ringingIn, to: [.failed],
            because: "FAILED is defined as network or SDK error; the diagram forgets set-up"),
        AllowedTransitions(
            .active, to: [.failed],
            because: "FAILED is defined as network or SDK error; the diagram goes by RECONNECTING only"),
        AllowedTransitions(
            .onHold, to: [.failed, .reconnecting],
            because: "a held call can lose its network and find it again with its hold kept; hold and link are "
                + "independent"),
        AllowedTransitions(
            .reconnecting, to: [.onHold],
            because: "a held call can lose its network and find it again with its hold kept; hold and link are "
                + "independent"),
        AllowedTransitions(
            .failed, to: [.ended],
            because: "stronger news that comes late corrects how the call ended"),
    ]
}

/// `activeCall.state` of the web client (4 names); before a call begins it shows none.
public enum WebState: String, CaseIterable, Hashable, Sendable, Codable {
    /// A call was dialed, and does not ring yet.
    case requesting
    /// A call rings, on this device or at the other side, or was just answered.
    case ringing
    /// The two sides can talk, or one of them holds.
    case active
    /// The call ended, or is about to.
    case destroy

    /// The web client's name of a state, `nil` for a call that has not begun.
    public init?(of state: CallState) {
        switch state.progress {
        case .idle: return nil
        case .requesting, .connecting: self = .requesting
        case .ringing, .answering: self = .ringing
        case .active: self = .active
        case .disconnecting, .ended: self = .destroy
        }
    }
}

extension WebState: CallProjection {
    public static let platform = "web"

    /// `activeCall` is `null` before: an outgoing call appears as requesting, an incoming one as ringing.
    public static let entries: [WebState] = [.requesting, .ringing]

    public static let documented: [AllowedTransitions<WebState>] = [
        AllowedTransitions(.requesting, to: [.ringing, .destroy], because: "diagram"),
        AllowedTransitions(.ringing, to: [.active, .destroy], because: "diagram"),
        AllowedTransitions(.active, to: [.destroy], because: "diagram"),
    ]

    public static let closures: [AllowedTransitions<WebState>] = []
}
