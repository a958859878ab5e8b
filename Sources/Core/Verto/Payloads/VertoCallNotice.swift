public import WireJSON

/// A message that says no more than which call it is about: `endOfCandidates`, `ringing_ack`.
public struct VertoCallNotice: Hashable, Sendable {
    public var callID: String
    public var sessionID: String?
    /// The rest of `dialogParams`.
    public var dialogExtra = JSONObject()
    public var extra = JSONObject()

    public init(callID: String, sessionID: String? = nil) {
        self.callID = callID
        self.sessionID = sessionID
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(from side: VertoSide, in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.putCall(callID, dialogExtra, from: side)
        params.merge(extra)
        return params
    }
}
