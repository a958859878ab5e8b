public import Redaction
public import WireJSON

/// `bye`: a call is over.
public struct VertoBye: Hashable, Sendable {
    public var callID: String
    public var sessionID: String?
    /// The word, such as `NORMAL_CLEARING`.
    public var cause: String?
    public var causeCode: VertoCauseCode?
    public var sipCode: Int64?
    public var sipReason: String?
    public var sipCallID: Redacted<String>?
    /// The rest of `dialogParams`.
    public var dialogExtra = JSONObject()
    public var extra = JSONObject()

    /// The word of `cause` follows from the number, when it is a known one.
    public init(callID: String, sessionID: String? = nil, causeCode: VertoCauseCode? = nil) {
        self.callID = callID
        self.sessionID = sessionID
        self.causeCode = causeCode
        cause = causeCode?.name
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        cause = fields.text("cause")
        causeCode = fields.integer("causeCode").map { VertoCauseCode(rawValue: Int(truncatingIfNeeded: $0)) }
        sipCode = fields.integer("sipCode")
        sipReason = fields.text("sipReason")
        sipCallID = fields.secret("sip_call_id")
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(from side: VertoSide, in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, spelledToo: side == .client ? "sessId" : nil, in: dialect)
        params.put("cause", cause)
        params.put("causeCode", causeCode.map { Int64($0.rawValue) })
        params.put("sipCode", sipCode)
        params.put("sipReason", sipReason)
        params.put("sip_call_id", sipCallID)
        params.putCall(callID, dialogExtra, from: side)
        params.merge(extra)
        return params
    }
}
