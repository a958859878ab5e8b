public import WireJSON

/// The `error` of a reply.
public struct VertoFailure: Error, Hashable, Sendable {
    /// `unspecified` if the peer gave none: FreeSWITCH answers an empty subscription with an empty error.
    public var code: VertoErrorCode
    /// The peer's words. They may hold personal data, so they are not part of `description`.
    public var message: String
    /// Other members, such as `cause` and `causeCode` of a refused invitation.
    public var extra: JSONObject

    public init(_ code: VertoErrorCode, _ message: String, extra: JSONObject = JSONObject()) {
        self.code = code
        self.message = message
        self.extra = extra
    }

    /// The refusal of a login about which the server cannot decide now, or for which it has reached a limit.
    static let loginUnavailable = VertoFailure(.authenticationFailed, "Service Unavailable")

    /// Whether the same login may be accepted later.
    var isTemporary: Bool {
        code == Self.loginUnavailable.code && message == Self.loginUnavailable.message
    }

    init(_ object: JSONObject) {
        var fields = VertoFields(object, at: "error")
        code = VertoErrorCode(rawValue: Int(truncatingIfNeeded: fields.integer("code") ?? 0))
        message = fields.text("message") ?? ""
        extra = fields.rest()
    }

    var object: JSONObject {
        var object = JSONObject()
        if code != .unspecified { object.append("code", .integer(Int64(code.rawValue))) }
        if !message.isEmpty { object.append("message", .string(message)) }
        object.merge(extra)
        return object
    }
}

extension VertoFailure: CustomStringConvertible {
    public var description: String { "Verto error \(code.rawValue)" }
}

/// The number of a JSON-RPC error.
///
/// Source: observed on FreeSWITCH 1.11 and in Telnyx' client SDKs, except where a comment says otherwise.
public struct VertoErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The peer gave no number.
    public static let unspecified = VertoErrorCode(rawValue: 0)
    /// "Authentication Required": the session is not logged in. FreeSWITCH's classic JavaScript client waits for this
    /// error.
    public static let authenticationRequired = VertoErrorCode(rawValue: -32000)
    /// Wrong credentials, missing credentials, or a session that belongs to someone else.
    public static let authenticationFailed = VertoErrorCode(rawValue: -32001)
    /// Any other failure of a call or a session.
    public static let application = VertoErrorCode(rawValue: -32002)
    /// The gateway did not register the client in time.
    public static let gatewayTimeout = VertoErrorCode(rawValue: -32003)
    /// The gateway cannot register the client.
    public static let gatewayFailed = VertoErrorCode(rawValue: -32004)
    /// The client sent more requests than the server takes. The number is ours, from JSON-RPC's range for servers.
    public static let tooManyRequests = VertoErrorCode(rawValue: -32029)
    /// The frame is no request of JSON-RPC.
    public static let invalidRequest = VertoErrorCode(rawValue: -32600)
    /// There is no such method, or not for this client.
    public static let unknownMethod = VertoErrorCode(rawValue: -32601)
    /// A parameter is wrong, or asks for something that is not allowed.
    public static let notPermitted = VertoErrorCode(rawValue: -32602)
    /// Telnyx' answer to a ping before login.
    public static let unauthorized = VertoErrorCode(rawValue: 401)
}

/// The errors a server sends, in the words clients expect. Source: observed on FreeSWITCH 1.11, except our own.
extension VertoFailure {
    /// A request other than a login came before the login.
    public static let authenticationRequired = VertoFailure(.authenticationRequired, "Authentication Required")
    /// A login has no `params`, or an anonymous one names no target.
    public static let missingParameters = VertoFailure(.authenticationFailed, "Missing params")
    /// A login names a user and has no password.
    public static let missingPassword = VertoFailure(.authenticationFailed, "Missing passwd")
    /// The `sessid` of the login belongs to another user.
    public static let sessionInUse = VertoFailure(.authenticationFailed, "Session in use")
    /// The session has no call of that `callID`.
    public static let callDoesNotExist = VertoFailure(.application, "CALL DOES NOT EXIST")
    /// A request about a call has no `dialogParams`, or no `callID` in them.
    public static let dialogDataMissing = VertoFailure(.application, "Dialog data missing")
    /// The frame is no JSON, or no message of JSON-RPC.
    public static let invalidRequest = VertoFailure(.invalidRequest, "Invalid Request")
    /// The frame is of another version than JSON-RPC 2.0, or an INVITE lacks a value beside its `dialogParams`.
    public static let invalidMessage = VertoFailure(.invalidRequest, "Invalid message")
    /// There is no such method.
    public static let unknownMethod = VertoFailure(
        .unknownMethod, "Invalid Method, Missing Method or Permission Denied")
    /// The words are ours, because FreeSWITCH knows no other dialect.
    public static let unknownDialect = VertoFailure(
        .unknownMethod, "Unknown dialect: methods begin with verto. or telnyx_rtc.")
    /// The method has the prefix of the dialect that the session does not speak. The words are ours.
    public static let otherDialect = VertoFailure(
        .unknownMethod, "This session speaks the other dialect: keep to one prefix")
    /// The client exceeded its rate limit. The words are ours.
    public static let tooManyRequests = VertoFailure(.tooManyRequests, "Too many requests")
    /// A batch has more requests than the server takes. The words are ours.
    public static let batchTooLarge = VertoFailure(.invalidRequest, "Batch too large")

    /// Wrong password, unknown user or bad token. All three have the same words, so that no client can find out who
    /// has an account.
    public static func authenticationFailed(in dialect: VertoDialect) -> VertoFailure {
        VertoFailure(.authenticationFailed, dialect == .telnyx ? "Login Incorrect" : "Authentication Failure")
    }

    /// The error for a call that cannot be placed, with the reason.
    public static func callError(_ causeCode: VertoCauseCode, callID: String? = nil) -> VertoFailure {
        var extra: JSONObject = ["causeCode": .integer(Int64(causeCode.rawValue))]
        extra["cause"] = causeCode.name.map { .string($0) }
        extra["callID"] = callID.map { .string($0) }
        return VertoFailure(.application, "CALL ERROR", extra: extra)
    }
}
