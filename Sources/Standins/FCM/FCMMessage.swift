internal import WireJSON

/// A message as FCM reads it: what a client may say, and nothing else.
struct FCMMessage: Hashable, Sendable {
    static let dataByteCountMax = 4_096
    /// Four weeks, in seconds. Source: Firebase, "Set the lifespan of a message".
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
    /// How long it may be kept; nil: four weeks, zero: try once.
    var life: Duration?
    /// Checked, and not sent.
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

    /// Text under keys that are not FCM's own.
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

    /// `3.5s`: digits, perhaps a point and up to nine digits, and an s (the JSON form of a protobuf Duration).
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
