public import Redaction
import WireJSON

/// The names Telnyx' other interfaces have for a call.
public struct VertoTelnyxIDs: Hashable, Sendable {
    public var sessionID: String?
    public var legID: String?
    /// Whoever has it may command the call.
    public var callControlID: Redacted<String>?

    public init(sessionID: String? = nil, legID: String? = nil, callControlID: Redacted<String>? = nil) {
        self.sessionID = sessionID
        self.legID = legID
        self.callControlID = callControlID
    }

    init(_ fields: inout VertoFields) {
        sessionID = fields.text("telnyx_session_id")
        legID = fields.text("telnyx_leg_id")
        callControlID = fields.secret("telnyx_call_control_id")
    }

    func put(into params: inout JSONObject) {
        params.put("telnyx_session_id", sessionID)
        params.put("telnyx_leg_id", legID)
        params.put("telnyx_call_control_id", callControlID)
    }
}
