public import WireJSON

/// What APNs says to one request.
public struct APNsAnswer: Hashable, Sendable {
    public var status: Int
    public var id: String
    /// Only in the sandbox, only with status 200.
    public var uniqueID: String?
    public var refusal: APNsRefusal?

    /// Nil under status 200, whose body is empty.
    public var body: JSONObject? {
        guard let refusal else { return nil }
        var body: JSONObject = ["reason": .string(refusal.reason.rawValue)]
        if let timestamp = refusal.timestamp { body["timestamp"] = .integer(timestamp.wholeMilliseconds) }
        return body
    }
}
