public import CallModel
public import PhoneCore

/// What is counted. None of it names a person or a call.
public enum AnalyticsEvent: Hashable, Sendable {
    case callBegan(CallDirection)
    case callConnected(CallDirection)
    case callEnded(CallDirection, CallDisposition, EndReason, seconds: Int64)
    case callFailed(PhoneRefusal)

    /// Its name, as counting services want them.
    public var name: String {
        switch self {
        case .callBegan: "call_began"
        case .callConnected: "call_connected"
        case .callEnded: "call_ended"
        case .callFailed: "call_failed"
        }
    }

    /// What is counted with it, in order.
    public var parameters: [(name: String, value: String)] {
        switch self {
        case .callBegan(let direction), .callConnected(let direction): [("direction", direction.rawValue)]
        case .callEnded(let direction, let disposition, let reason, let seconds):
            [
                ("direction", direction.rawValue), ("disposition", disposition.rawValue), ("reason", reason.rawValue),
                ("seconds", String(seconds)),
            ]
        case .callFailed(let refusal): [("refusal", refusal.rawValue)]
        }
    }
}
