public import WireJSON

/// `login`: who the client is.
public struct VertoLogin: Hashable, Sendable {
    /// Nil when the frame holds neither a login nor a token: FreeSWITCH's client begins so, to be told that it must.
    public var credentials: VertoCredentials?
    public var sessionID: String?
    /// `User-Agent`, when it is a text.
    public var userAgent: String?
    /// Whether a push woke the client.
    public var isFromPush: Bool?
    /// `loginParams`, such as `attach_call` and `decline_push`, which are texts or truth values.
    public var loginParameters: JSONObject?
    /// `userVariables`, such as the push token.
    public var userVariables: JSONObject?
    public var extra = JSONObject()

    public init(credentials: VertoCredentials?, sessionID: String? = nil) {
        self.credentials = credentials
        self.sessionID = sessionID
    }

    init(_ params: JSONObject) {
        var fields = VertoFields(params, at: "params")
        if let token = fields.secret("login_token") {
            credentials = .token(token)
        } else if let login = fields.secret("login") {
            credentials = .password(login: login, password: fields.secret("passwd"))
        }
        userAgent = fields.text("User-Agent")
        isFromPush = fields.flag("from_push")
        sessionID = fields.sessionID()
        loginParameters = fields.object("loginParams")
        userVariables = fields.object("userVariables")
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        switch credentials {
        case .password(let login, let password):
            params.put("login", login)
            params.put("passwd", password)
        case .token(let token):
            params.put("login_token", token)
        case nil:
            break
        }
        params.put("User-Agent", userAgent)
        params.put("from_push", isFromPush)
        params.putSession(sessionID, in: dialect)
        params.put("loginParams", loginParameters)
        params.put("userVariables", userVariables)
        params.merge(extra)
        return params
    }
}
