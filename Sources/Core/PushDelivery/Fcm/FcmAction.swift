/// What follows from an answer of Google's service.
public enum FcmAction: Hashable, Sendable {
    /// The message was taken.
    case accept
    /// The token is not to be used again.
    case removeToken(TokenRemoval.Cause)
    /// Sending it again does not help; somebody must look into it.
    case refuse(PushAlarm.Kind)
    /// Send it again after a while, until its deadline.
    case retry
    /// Everything waits so long; then this one is sent again, until its deadline.
    case pause(Duration)
    /// The access token is not taken: fetch another one, once.
    case renewToken

    /// How long to wait when the quota is used up and nothing is said of it. Source: Firebase, "Best practices when
    /// sending FCM messages at scale": a minute at least (documented).
    public static let quotaWait = Duration.seconds(60)

    /// A device may tell any token, so no answer that a token alone can bring about is an alarm.
    ///
    /// Source: Firebase, "ErrorCode" (documented); that an `INVALID_ARGUMENT` of FCM's own type without a field speaks of
    /// the token: firebase-admin 7.7 (observed).
    public static func following(_ answer: FcmAnswer) -> FcmAction {
        if (200..<300).contains(answer.status) { return .accept }
        switch answer.code {
        case .invalidArgument: return invalidArgument(answer)
        case .unregistered: return .removeToken(.unregistered)
        case .senderIDMismatch: return .removeToken(.wrongOwner)
        case .quotaExceeded: return .pause(answer.retryAfter ?? quotaWait)
        case .unavailable: return answer.retryAfter.map { .pause($0) } ?? .retry
        case .internalError: return .retry
        // A token of a browser or of an iPhone, which are woken by another service here.
        case .thirdPartyAuthError: return .removeToken(.wrongOwner)
        case .unspecified, nil:
            if answer.status == 400, !answer.badFields.isEmpty { return invalidArgument(answer) }
            return following(uncoded: answer)
        }
    }

    private static func invalidArgument(_ answer: FcmAnswer) -> FcmAction {
        answer.badFields.allSatisfy { $0 == "message.token" } ? .removeToken(.badToken) : .refuse(.ourRequest)
    }

    private static func following(uncoded answer: FcmAnswer) -> FcmAction {
        switch answer.status {
        case 400: .refuse(.ourRequest)
        case 401: .renewToken
        case 403, 404: .refuse(.configuration)
        case 429: .pause(answer.retryAfter ?? quotaWait)
        case 500..<600: answer.retryAfter.map { .pause($0) } ?? .retry
        default: .refuse(.unknownAnswer)
        }
    }
}
