public import WireJSON

/// The parameters of a message this code does not look into, the session's id apart.
public struct VertoParameters: Hashable, Sendable {
    public var sessionID: String?
    public var extra: JSONObject

    public init(sessionID: String? = nil, _ extra: JSONObject = JSONObject()) {
        self.sessionID = sessionID
        self.extra = extra
    }

    init(decoding params: JSONObject) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.merge(extra)
        return params
    }
}
