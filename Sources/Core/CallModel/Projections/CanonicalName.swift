/// The fifteen names the documents of the product use for a call, derived from its regions.
///
/// Of regions that hold at once the one a person must know first gives the name: a broken link, then our hold, then the
/// peer's, then a renegotiation.
public enum CanonicalName: String, CaseIterable, Hashable, Sendable, Codable {
    case idle = "IDLE"
    case requesting = "REQUESTING"
    case connecting = "CONNECTING"
    case ringingInbound = "RINGING_INBOUND"
    case ringingOutbound = "RINGING_OUTBOUND"
    case active = "ACTIVE"
    case onHold = "ON_HOLD"
    case remoteHold = "REMOTE_HOLD"
    case reconnecting = "RECONNECTING"
    case renegotiating = "RENEGOTIATING"
    case disconnecting = "DISCONNECTING"
    case ended = "ENDED"
    case failed = "FAILED"
    case missed = "MISSED"
    case dropped = "DROPPED"

    /// The name of a state.
    public init(of state: CallState) {
        switch state.progress {
        case .idle: self = .idle
        case .requesting: self = .requesting
        case .connecting, .answering: self = .connecting
        case .ringing: self = state.direction == .outbound ? .ringingOutbound : .ringingInbound
        case .active: self = Self.whileActive(state)
        // Dropped is what it is called while the device cleans up; then it has ended.
        case .disconnecting(.dropped): self = .dropped
        case .disconnecting: self = .disconnecting
        case .ended(let reason): self = Self.afterEnd(reason, state.direction)
        }
    }

    private static func whileActive(_ state: CallState) -> CanonicalName {
        if state.link.isDown { return .reconnecting }
        if state.hold.isHeld { return .onHold }
        if state.remoteHold == .on { return .remoteHold }
        return state.link == .renegotiating ? .renegotiating : .active
    }

    /// Missed is a call to this device that nobody acted on; a call from it that nobody took has failed to be set up.
    private static func afterEnd(_ reason: EndReason, _ direction: CallDirection) -> CanonicalName {
        switch (reason, direction) {
        case (.failed, _), (.unreachable, _), (.incompatible, _): .failed
        case (.noAnswer, .inbound), (.cancelled, .inbound): .missed
        case (.noAnswer, .outbound), (.busy, .outbound), (.declined, .outbound): .failed
        case (.cancelled, .outbound), (.busy, .inbound), (.declined, .inbound), (.declinedElsewhere, _),
            (.answeredElsewhere, _), (.dropped, _), (.completed, _):
            .ended
        }
    }
}
