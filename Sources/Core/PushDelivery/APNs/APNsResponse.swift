public import PushPayload
internal import WireJSON

/// The answer of Apple's service to one request.
public struct APNsResponse: Hashable, Sendable {
    /// The most bytes of an answer that are read; a reason has about 70. Source: observed.
    public static let bodyByteCountMax = 1_024
    private static let json = JSONLimits(byteCountMax: bodyByteCountMax, depthMax: 4, valueCountMax: 16)

    /// The HTTP status.
    public var status: Int
    /// The reason, if it is one of the known words.
    public var reason: APNsReason?
    /// With 410: since when the token is gone.
    public var goneSince: WallTime?

    public init(status: Int, reason: APNsReason? = nil, goneSince: WallTime? = nil) {
        self.status = status
        self.reason = reason
        self.goneSince = goneSince
    }

    /// Reads `{"reason":…,"timestamp":…}`; any other content counts as no reason.
    public init(status: Int, body: [UInt8]) {
        self.init(status: status)
        guard !body.isEmpty, body.count <= Self.bodyByteCountMax,
            let object = (try? JSONParser.parse(body, limits: Self.json))?.object
        else { return }
        reason = object["reason"]?.string.flatMap(APNsReason.init(rawValue:))
        goneSince = object["timestamp"]?.integer.map { WallTime(milliseconds: $0) }
    }
}

/// Why Apple's service refused a push, in its own words.
///
/// Source: Apple, "Handling notification responses from APNs" (documented); the three about keys: APNSwift (observed).
public enum APNsReason: String, Hashable, Sendable, CaseIterable {
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"
    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case expiredProviderToken = "ExpiredProviderToken"
    case forbidden = "Forbidden"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
    case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
    case badEnvironmentKeyInToken = "BadEnvironmentKeyInToken"
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"
}

/// The reaction to an answer of Apple's service.
public enum APNsReaction: Hashable, Sendable {
    /// The push was accepted.
    case accept
    /// The token is not to be used again, in this environment and for this topic.
    case removeToken(TokenRemoval.Cause)
    /// Sending it again does not help; an operator must look into it.
    case refuse(PushAlarm.Kind)
    /// Send it again after a while on another connection, until its deadline.
    case retryElsewhere
    /// The connection was closed for being idle: send it again on a new one.
    case reopen
    /// The provider token is too old, and the connection is unusable: renew both, once.
    case renewTokenAndConnection
    /// Tokens changed too often: keep the old one and make none for a while.
    case stopMinting
    /// This device gets too many pushes: send it again after a while, until its deadline.
    case slowDevice

    /// Source: Apple, "Handling notification responses from APNs" (documented); that an expired provider token leaves
    /// the connection unusable (observed by pushy's authors and in developer forum 675879).
    public static func following(_ answer: APNsResponse) -> APNsReaction {
        if (200..<300).contains(answer.status) { return .accept }
        return answer.reason.map(following(_:)) ?? following(status: answer.status)
    }

    private static func following(_ reason: APNsReason) -> APNsReaction {
        switch reason {
        case .badDeviceToken: .removeToken(.badToken)
        case .deviceTokenNotForTopic: .removeToken(.wrongOwner)
        case .unregistered, .expiredToken: .removeToken(.unregistered)
        case .badCollapseID, .badExpirationDate, .badMessageID, .badPriority, .badTopic, .duplicateHeaders,
            .invalidPushType, .missingDeviceToken, .missingTopic, .payloadEmpty, .badPath, .methodNotAllowed,
            .payloadTooLarge, .missingProviderToken:
            .refuse(.ourRequest)
        case .topicDisallowed, .badCertificate, .badCertificateEnvironment, .forbidden, .invalidProviderToken,
            .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken, .badEnvironmentKeyInToken:
            .refuse(.configuration)
        case .idleTimeout: .reopen
        case .expiredProviderToken: .renewTokenAndConnection
        case .tooManyProviderTokenUpdates: .stopMinting
        case .tooManyRequests: .slowDevice
        case .internalServerError, .serviceUnavailable, .shutdown: .retryElsewhere
        }
    }

    /// The reaction to a status alone, if the reason is missing or unknown.
    private static func following(status: Int) -> APNsReaction {
        switch status {
        case 403: .refuse(.configuration)
        case 404, 405, 413: .refuse(.ourRequest)
        case 410: .removeToken(.unregistered)
        case 429: .slowDevice
        case 500..<600: .retryElsewhere
        default: .refuse(.unknownAnswer)
        }
    }
}
