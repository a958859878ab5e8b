public import Redaction
public import WireJSON

/// `disable_push_notification`: this device wants no more pushes. Telnyx only.
public struct VertoPushOptOut: Hashable, Sendable {
    public var sessionID: String?
    /// `user`, or `login_token`.
    public var user: Redacted<String>?
    public var token: Redacted<String>?
    /// `push_device_token` and its neighbours, which travel under the key `User-Agent`.
    public var device: JSONObject?
    public var extra = JSONObject()

    public init(user: Redacted<String>? = nil, token: Redacted<String>? = nil, device: JSONObject? = nil) {
        self.user = user
        self.token = token
        self.device = device
    }

    init(_ params: JSONObject) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        user = fields.secret("user")
        token = fields.secret("login_token")
        device = fields.object("User-Agent")
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.put("user", user)
        params.put("login_token", token)
        params.put("User-Agent", device)
        params.merge(extra)
        return params
    }
}
