internal import WireJSON

/// What Google's service answered to one message.
public struct FcmAnswer: Hashable, Sendable {
    /// The most bytes of an answer that are read. An error with all its details has about 600 (observed).
    public static let bodyByteCountMax = 8_192
    /// The longest `Retry-After` that is believed, longer than any ring.
    public static let retryAfterMax = Duration.seconds(300)
    private static let json = JSONLimits(byteCountMax: bodyByteCountMax, depthMax: 12, valueCountMax: 256)
    private static let codeType = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
    private static let requestType = "type.googleapis.com/google.rpc.BadRequest"

    /// The HTTP status.
    public var status: Int
    /// The code in the detail of FCM's own type.
    public var code: FcmErrorCode?
    /// The fields of the request that are complained of.
    public var badFields: [String] = []
    /// How long the service asks to be left alone.
    public var retryAfter: Duration?

    public init(
        status: Int, code: FcmErrorCode? = nil, badFields: [String] = [], retryAfter: Duration? = nil
    ) {
        self.status = status
        self.code = code
        self.badFields = badFields
        self.retryAfter = retryAfter
    }

    /// Reads an error as Google's services write them.
    ///
    /// - Parameter retryAfter: the header; only whole seconds are read. Source: RFC 9110 §10.2.3.
    public init(status: Int, body: [UInt8], retryAfter: String? = nil) {
        self.init(status: status)
        if let seconds = retryAfter.flatMap(Int64.init), seconds >= 0 {
            self.retryAfter = min(.seconds(min(seconds, 1 << 30)), Self.retryAfterMax)
        }
        guard !(200..<300).contains(status), body.count <= Self.bodyByteCountMax,
            let error = (try? JSONParser.parse(body, limits: Self.json))?.object?["error"]?.object
        else { return }
        for detail in error["details"]?.array ?? [] { take(detail) }
    }

    private mutating func take(_ detail: JSONValue) {
        guard let object = detail.object else { return }
        switch object["@type"]?.string {
        case Self.codeType: code = object["errorCode"]?.string.flatMap(FcmErrorCode.init(rawValue:)) ?? code
        case Self.requestType:
            for violation in object["fieldViolations"]?.array ?? [] {
                badFields.append(violation.object?["field"]?.string ?? "")
            }
        default: break
        }
    }
}
