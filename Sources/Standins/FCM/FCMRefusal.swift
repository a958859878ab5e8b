internal import WireJSON

/// A request that FCM refuses, as it says so.
enum FCMRefusal: Error, Hashable, Sendable {
    /// How long a client is told to wait: longer than a sender waits for an answer, so that a test can tell the two
    /// apart. Assumed: FCM gives a number of seconds and names none.
    static let retryAfterSeconds = 12

    /// About the message or its device: with the detail of FCM.
    case message(FCMErrorCode, String)
    /// About a field of the request: with the detail of Google's APIs.
    case field(String, String)
    /// About who asks: with no detail.
    case caller(Int, String, String)

    var response: StandinResponse {
        switch self {
        case .message(let code, let text):
            Self.response(
                code.httpStatus, code.status, text,
                [
                    "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                    "errorCode": .string(code.rawValue),
                ])
        case .field(let field, let text):
            Self.response(
                400, "INVALID_ARGUMENT", text,
                [
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": [["field": .string(field), "description": .string(text)]],
                ])
        case .caller(let status, let name, let text): Self.response(status, name, text, nil)
        }
    }

    private static func response(
        _ code: Int, _ status: String, _ text: String, _ detail: JSONObject?
    ) -> StandinResponse {
        var error: JSONObject = [
            "code": .integer(Int64(code)), "message": .string(text), "status": .string(status),
        ]
        if let detail { error["details"] = [.object(detail)] }
        let isTemporary = code == 429 || code == 503
        return .json(
            ["error": .object(error)], status: code,
            headers: isTemporary ? [StandinHeader("retry-after", "\(retryAfterSeconds)")] : [])
    }
}
