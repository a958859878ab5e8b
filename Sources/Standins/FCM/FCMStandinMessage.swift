internal import WireJSON

/// A message as FCM reads it. Unknown keys are refused.
struct FCMStandinMessage: Hashable, Sendable {
    static let dataByteCountMax = 4_096
    /// The longest lifespan in seconds: four weeks. Source: Firebase, "Set the lifespan of a message".
    static let lifeMax = 2_419_200.0
    private static let keys = [
        "name", "data", "notification", "android", "webpush", "apns", "fcm_options", "fcmOptions", "token", "topic",
        "condition",
    ]
    private static let androidKeys = [
        "collapse_key", "collapseKey", "priority", "ttl", "restricted_package_name", "restrictedPackageName", "data",
        "notification", "fcm_options", "fcmOptions", "direct_boot_ok", "directBootOk",
        "bandwidth_constrained_ok", "restricted_satellite_ok",
    ]

    var token: String
    var data: JSONObject
    var isUrgent = false
    /// How long it may be kept; nil for four weeks, zero to try once.
    var life: Duration?
    /// Whether the message is only validated and not sent.
    var isOnlyChecked: Bool

    init(_ body: JSONObject) throws(FCMRefusal) {
        try Self.refuseUnknown(body, ["message", "validate_only", "validateOnly"], "")
        guard let message = body["message"]?.object else {
            throw FCMRefusal.field("message", "The message is not set.")
        }
        try Self.refuseUnknown(message, Self.keys, "message")
        let targets = ["token", "topic", "condition"].filter { message[$0] != nil }
        guard targets.count == 1 else {
            throw FCMRefusal.field("message", "Exactly one of token, topic or condition is required")
        }
        guard let token = message["token"]?.string, !token.isEmpty else {
            throw FCMRefusal.field("message.\(targets[0])", "The stand-in takes tokens only")
        }
        self.token = token
        data = try Self.data(message["data"], "message.data")
        isOnlyChecked = (body["validate_only"] ?? body["validateOnly"])?.bool ?? false
        if let android = message["android"] { try read(android) }
        let size = data.members.reduce(0) { $0 + $1.key.utf8.count + ($1.value.string?.utf8.count ?? 0) }
        guard size <= Self.dataByteCountMax else {
            throw FCMRefusal.message(.invalidArgument, "Android message is too big")
        }
    }

    private mutating func read(_ value: JSONValue) throws(FCMRefusal) {
        guard let android = value.object else { throw FCMRefusal.field("message.android", "Not an object") }
        try Self.refuseUnknown(android, Self.androidKeys, "message.android")
        if let priority = android["priority"] {
            // firebase-admin writes it in lower case, the reference in upper case.
            guard let name = priority.string?.uppercased(), ["NORMAL", "HIGH"].contains(name) else {
                throw FCMRefusal.field("message.android.priority", "Invalid value at 'message.android.priority'")
            }
            isUrgent = name == "HIGH"
        }
        if let ttl = android["ttl"] {
            guard let seconds = Self.seconds(ttl.string), seconds <= Self.lifeMax else {
                throw FCMRefusal.field("message.android.ttl", "Invalid value at 'message.android.ttl'")
            }
            life = .milliseconds(Int64(seconds * 1_000))
        }
        for name in ["direct_boot_ok", "directBootOk"] where android[name] != nil && android[name]?.bool == nil {
            throw FCMRefusal.field("message.android.\(name)", "Invalid value at 'message.android.\(name)'")
        }
        if let more = android["data"] { data.merge(try Self.data(more, "message.android.data")) }
    }

    /// Reads data: text values for keys that are not reserved by FCM.
    private static func data(_ value: JSONValue?, _ place: String) throws(FCMRefusal) -> JSONObject {
        guard let value else { return [:] }
        guard let data = value.object else { throw FCMRefusal.field(place, "Not an object") }
        for member in data.members {
            guard member.value.string != nil else {
                throw FCMRefusal.field("\(place)[0].value", "Invalid value at '\(place)[0].value' (TYPE_STRING)")
            }
            let key = member.key
            if key == "from" || key == "message_type" || key.hasPrefix("gcm") || key.hasPrefix("google") {
                throw FCMRefusal.message(.invalidArgument, "Invalid data payload key: \(key)")
            }
        }
        return data
    }

    /// Reads seconds such as `3.5s`: digits, optionally a point and up to nine digits, and an s (the JSON form of a
    /// protobuf Duration).
    private static func seconds(_ text: String?) -> Double? {
        guard let text, text.hasSuffix("s") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }),
            parts.count == 1 || parts[1].count <= 9
        else { return nil }
        return Double(text.dropLast())
    }

    private static func refuseUnknown(_ object: JSONObject, _ known: [String], _ place: String) throws(FCMRefusal) {
        for member in object.members where !known.contains(member.key) {
            let at = place.isEmpty ? "" : " at '\(place)'"
            throw FCMRefusal.field(
                place, "Invalid JSON payload received. Unknown name \"\(member.key)\"\(at): Cannot find field.")
        }
    }
}

/// The refusal of a request by FCM.
enum FCMRefusal: Error, Hashable, Sendable {
    /// The `retry-after` of temporary errors, longer than a sender's answer timeout, so that a test can distinguish the
    /// two. Assumed: FCM documents no number.
    static let retryAfterSeconds = 12

    /// An error of the message or its device, with FCM's detail.
    case message(FCMStandinErrorCode, String)
    /// An error of a field of the request, with the detail of Google's APIs.
    case field(String, String)
    /// An error of the caller, without detail.
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

/// The error codes of FCM.
///
/// Source: Firebase, "FCM Error Codes" of the HTTP v1 API.
public enum FCMStandinErrorCode: String, Hashable, Sendable, CaseIterable {
    case invalidArgument = "INVALID_ARGUMENT"
    case unregistered = "UNREGISTERED"
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case unavailable = "UNAVAILABLE"
    case internalError = "INTERNAL"
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"
    case unspecified = "UNSPECIFIED_ERROR"

    var httpStatus: Int {
        switch self {
        case .invalidArgument: 400
        case .unregistered: 404
        case .senderIDMismatch: 403
        case .quotaExceeded: 429
        case .unavailable: 503
        case .internalError, .unspecified: 500
        case .thirdPartyAuthError: 401
        }
    }

    /// The corresponding status of Google's APIs.
    var status: String {
        switch self {
        case .invalidArgument: "INVALID_ARGUMENT"
        case .unregistered: "NOT_FOUND"
        case .senderIDMismatch: "PERMISSION_DENIED"
        case .quotaExceeded: "RESOURCE_EXHAUSTED"
        case .unavailable: "UNAVAILABLE"
        case .internalError: "INTERNAL"
        case .unspecified: "UNKNOWN"
        case .thirdPartyAuthError: "UNAUTHENTICATED"
        }
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
