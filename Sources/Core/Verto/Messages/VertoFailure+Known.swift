import WireJSON

/// The errors a server sends, in the words clients know. Source: observed on FreeSWITCH 1.11, except our own.
extension VertoFailure {
    public static let authenticationRequired = VertoFailure(.authenticationRequired, "Authentication Required")
    public static let missingParameters = VertoFailure(.authenticationFailed, "Missing params")
    public static let missingPassword = VertoFailure(.authenticationFailed, "Missing passwd")
    public static let sessionInUse = VertoFailure(.authenticationFailed, "Session in use")
    public static let callDoesNotExist = VertoFailure(.application, "CALL DOES NOT EXIST")
    public static let dialogDataMissing = VertoFailure(.application, "Dialog data missing")
    public static let invalidRequest = VertoFailure(.invalidRequest, "Invalid Request")
    public static let invalidMessage = VertoFailure(.invalidRequest, "Invalid message")
    public static let unknownMethod = VertoFailure(
        .unknownMethod, "Invalid Method, Missing Method or Permission Denied")
    /// Our own words: FreeSWITCH knows no other dialect.
    public static let unknownDialect = VertoFailure(
        .unknownMethod, "Unknown dialect: methods begin with verto. or telnyx_rtc.")
    public static let otherDialect = VertoFailure(
        .unknownMethod, "This session speaks the other dialect: keep to one prefix")
    public static let tooManyRequests = VertoFailure(.tooManyRequests, "Too many requests")
    public static let batchTooLarge = VertoFailure(.invalidRequest, "Batch too large")

    /// Wrong password, unknown user or bad token: the same words, so that nobody can find out who has an account.
    public static func authenticationFailed(in dialect: VertoDialect) -> VertoFailure {
        VertoFailure(.authenticationFailed, dialect == .telnyx ? "Login Incorrect" : "Authentication Failure")
    }

    /// A call that cannot be, with the reason.
    public static func callError(_ causeCode: VertoCauseCode, callID: String? = nil) -> VertoFailure {
        var extra: JSONObject = ["causeCode": .integer(Int64(causeCode.rawValue))]
        extra["cause"] = causeCode.name.map { .string($0) }
        extra["callID"] = callID.map { .string($0) }
        return VertoFailure(.application, "CALL ERROR", extra: extra)
    }
}
