/// What follows from an answer of Apple's service.
public enum ApnsAction: Hashable, Sendable {
    /// The push was taken.
    case accept
    /// The token is not to be used again, in this environment and for this topic.
    case removeToken(TokenRemoval.Cause)
    /// Sending it again does not help; somebody must look into it.
    case refuse(PushAlarm.Kind)
    /// Send it again after a while on another connection, until its deadline.
    case retryElsewhere
    /// The connection was closed for being idle: send it again on a new one.
    case reopen
    /// The provider token is too old, and the connection of no use any more: a new one of both, once.
    case renewTokenAndConnection
    /// Tokens changed too often: keep the old one and make none for a while.
    case stopMinting
    /// This device gets too many: send it again after a while, until its deadline.
    case slowDevice

    /// Source: Apple, "Handling notification responses from APNs" (documented); that an expired provider token leaves
    /// the connection unusable (observed by pushy's authors and in developer forum 675879).
    public static func following(_ answer: ApnsAnswer) -> ApnsAction {
        if (200..<300).contains(answer.status) { return .accept }
        return answer.reason.map(following(_:)) ?? following(status: answer.status)
    }

    private static func following(_ reason: ApnsReason) -> ApnsAction {
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

    /// What a status alone allows, where the reason is missing or new.
    private static func following(status: Int) -> ApnsAction {
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
