public import WireJSON

/// The answer of APNs to one request.
public struct APNsAnswer: Hashable, Sendable {
    /// The HTTP status: 200, or that of the refusal's reason.
    public var status: Int
    /// The `apns-id`: the request's own, or a fresh one.
    public var id: String
    /// The `apns-unique-id`; only in the sandbox with status 200.
    public var uniqueID: String?
    /// Why the push was refused; nil for status 200.
    public var refusal: APNsRefusal?

    /// The JSON body; nil for status 200, whose body is empty.
    public var body: JSONObject? {
        guard let refusal else { return nil }
        var body: JSONObject = ["reason": .string(refusal.reason.rawValue)]
        if let timestamp = refusal.timestamp { body["timestamp"] = .integer(timestamp.wholeMilliseconds) }
        return body
    }
}

/// The decision about one request.
public struct APNsDecision: Hashable, Sendable {
    /// How the answer is sent.
    public enum Delivery: Hashable, Sendable {
        case atOnce
        case late(Duration)
        /// Answer, send a GOAWAY that excludes later streams, and close the connection.
        case thenGoAway
        /// Send a GOAWAY that excludes this stream, so that the client may repeat the request elsewhere.
        case goAwayInstead
        case resetStream
        case cutConnection
        /// Never answer, and leave the connection open.
        case never
        /// Read nothing for this time, and answer after it.
        case afterSilence(Duration)
    }

    /// The answer, also where ``delivery`` says that it never arrives.
    public var answer: APNsAnswer
    /// When and whether the answer is sent.
    public var delivery: Delivery = .atOnce
    /// The number of streams to announce; nil if it does not change.
    public var streams: Int?
    /// The push, if it was accepted.
    public var push: ReceivedPush?
}

/// The refusal of a notification by APNs.
public struct APNsRefusal: Error, Hashable, Sendable {
    /// The reason, as the body of the answer names it.
    public var reason: APNsStandinReason
    /// For status 410: the moment since 1970 at which the device became unregistered.
    public var timestamp: Duration?

    public init(_ reason: APNsStandinReason, since timestamp: Duration? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}

/// The reason why APNs refuses a notification, with its HTTP status.
///
/// Source: Apple, "Handling notification responses from APNs"; the three reasons about keys are from APNSwift.
public enum APNsStandinReason: String, Hashable, Sendable, CaseIterable {
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

    /// The HTTP status.
    public var status: Int {
        switch self {
        case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority, .badTopic,
            .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken,
            .missingTopic, .payloadEmpty, .topicDisallowed:
            400
        case .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden, .invalidProviderToken,
            .missingProviderToken, .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        }
    }
}
