public import Redaction
public import WireJSON

/// `login`: a client's login, with its credentials.
public struct VertoLogin: Hashable, Sendable {
    /// Nil if the frame holds neither a login nor a token. FreeSWITCH's client begins like this, and expects the
    /// error that demands a login.
    public var credentials: VertoCredentials?
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The member `User-Agent`, if it is a text.
    public var userAgent: String?
    /// Whether a push woke the client.
    public var isFromPush: Bool?
    /// The member `loginParams`, with values such as `attach_call` and `decline_push`, which are texts or booleans.
    public var loginParameters: JSONObject?
    /// The member `userVariables`, with values such as the push token.
    public var userVariables: JSONObject?
    /// The members that are not read here. They are written again as they came.
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

/// The proof of a client's identity.
public enum VertoCredentials: Hashable, Sendable {
    /// `login` is a user or `user@domain`. The password is nil if the frame had none.
    case password(login: Redacted<String>, password: Redacted<String>?)
    /// Telnyx only.
    case token(Redacted<String>)
}

/// `anonymous_login`: the login of a client without an account, which may call one target. Telnyx only.
public struct VertoAnonymousLogin: Hashable, Sendable {
    /// The kind of target, as a rule `ai_assistant`.
    public var targetType: String
    /// The one target that the login may call (`target_id`).
    public var targetID: String
    /// A version of the target (`target_version_id`).
    public var targetVersionID: String?
    /// Whether the client had logged in before (`reconnection`).
    public var isReconnection: Bool?
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The member `userVariables`, as in a login with an account.
    public var userVariables: JSONObject?
    /// The other members. `User-Agent` is among them, as an object.
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

/// `disable_push_notification`: the device wants no more pushes. Telnyx only.
public struct VertoPushOptOut: Hashable, Sendable {
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// Either this member or the token is set.
    public var user: Redacted<String>?
    /// The credential's token, in place of ``user``.
    public var token: Redacted<String>?
    /// The members `push_device_token` and related ones, which travel under the key `User-Agent`.
    public var device: JSONObject?
    /// The members that are not read here. They are written again as they came.
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
