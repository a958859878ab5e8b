public import Redaction

/// The names other interfaces have for a call.
public struct CallNames: Hashable, Sendable {
    /// The exchange's name for the whole call, on every device (`telnyx_session_id`).
    public var sessionID: String?
    /// The exchange's name for this device's leg (`telnyx_leg_id`).
    public var legID: String?
    /// Whoever has it may command the call (`telnyx_call_control_id`).
    public var callControlID: Redacted<String>?

    public init(sessionID: String? = nil, legID: String? = nil, callControlID: Redacted<String>? = nil) {
        self.sessionID = sessionID
        self.legID = legID
        self.callControlID = callControlID
    }
}
