public import WireJSON

/// `anonymous_login`: a client without an account that may reach one target. Telnyx only.
public struct VertoAnonymousLogin: Hashable, Sendable {
    /// The kind of target, `ai_assistant` as a rule.
    public var targetType: String
    public var targetID: String
    public var targetVersionID: String?
    public var isReconnection: Bool?
    public var sessionID: String?
    public var userVariables: JSONObject?
    /// The rest, among it `User-Agent`, here an object.
    public var extra = JSONObject()

    public init(targetType: String = "ai_assistant", targetID: String) {
        self.targetType = targetType
        self.targetID = targetID
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        targetType = try fields.required("target_type")
        targetID = try fields.required("target_id")
        targetVersionID = fields.text("target_version_id")
        isReconnection = fields.flag("reconnection")
        sessionID = fields.sessionID()
        userVariables = fields.object("userVariables")
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.append("target_type", .string(targetType))
        params.append("target_id", .string(targetID))
        params.put("target_version_id", targetVersionID)
        params.put("reconnection", isReconnection)
        params.putSession(sessionID, in: dialect)
        params.put("userVariables", userVariables)
        params.merge(extra)
        return params
    }
}
