internal import WireJSON

/// A command that Telnyx refuses.
struct TelnyxError: Error, Hashable, Sendable {
    var status: Int
    var code: String
    var title: String
    var detail: String
    var pointer: String?

    init(_ status: Int, _ code: String, _ title: String, _ detail: String, at pointer: String? = nil) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.pointer = pointer
    }

    static let ended = TelnyxError(
        422, "90018", "Call has already ended", "This call is no longer active and can't receive commands.")
    static let notAnswered = TelnyxError(
        422, "90034", "Call not answered yet",
        "This call can't receive this command because it has not been answered yet.")
    static let unknownCall = TelnyxError(
        422, "90015", "Invalid Call Control ID", "The call_control_id provided is not valid.")
    /// A refusal that does not last: seen right after an answer. The code is assumed.
    static let passing = TelnyxError(422, "90015", "Call not ready", "The call is not ready to be bridged. Try again.")
    static let tooManyRequests = TelnyxError(
        429, "10011", "Too many requests", "You have exceeded the maximum number of allowed requests.")
    static let tooManyDials = TelnyxError(
        429, "90103", "Dials per second limit exceeded", "The account's limit of dials per second was exceeded.")
    static let unauthorized = TelnyxError(
        401, "10009", "Authentication failed",
        "The required authentication headers were either invalid or not included.")

    /// A fault of the request at one of its keys.
    static func request(_ code: String, _ detail: String, at key: String) -> TelnyxError {
        let titles = [
            "10004": "Missing required parameter", "10015": "Bad Request",
            "10016": "Phone number must be in +E164 format",
            "10032": "Invalid enumerated value", "10033": "Value outside of range",
        ]
        return TelnyxError(422, code, titles[code] ?? "Bad Request", detail, at: "/\(key)")
    }

    var response: StandinResponse {
        var error: JSONObject = ["code": .string(code), "title": .string(title), "detail": .string(detail)]
        if let pointer { error["source"] = ["pointer": .string(pointer)] }
        return .json(["errors": [.object(error)]], status: status)
    }
}
