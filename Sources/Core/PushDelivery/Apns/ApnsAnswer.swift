public import PushPayload
internal import WireJSON

/// What Apple's service answered to one request.
public struct ApnsAnswer: Hashable, Sendable {
    /// The most bytes of an answer that are read; a reason has about 70. Source: observed.
    public static let bodyByteCountMax = 1_024
    private static let json = JSONLimits(byteCountMax: bodyByteCountMax, depthMax: 4, valueCountMax: 16)

    /// The HTTP status.
    public var status: Int
    /// The reason, if it is one of the known words.
    public var reason: ApnsReason?
    /// With 410: since when the token is gone.
    public var goneSince: WallTime?

    public init(status: Int, reason: ApnsReason? = nil, goneSince: WallTime? = nil) {
        self.status = status
        self.reason = reason
        self.goneSince = goneSince
    }

    /// Reads `{"reason":…,"timestamp":…}`; whatever else stands there counts as no reason.
    public init(status: Int, body: [UInt8]) {
        self.init(status: status)
        guard !body.isEmpty, body.count <= Self.bodyByteCountMax,
            let object = (try? JSONParser.parse(body, limits: Self.json))?.object
        else { return }
        reason = object["reason"]?.string.flatMap(ApnsReason.init(rawValue:))
        goneSince = object["timestamp"]?.integer.map { WallTime(milliseconds: $0) }
    }
}
