internal import PushPayload
internal import Redaction
internal import WireJSON

/// One message to Google's service, without the access token.
///
/// Source: Firebase, "projects.messages" of the FCM v1 API (documented).
public struct FCMMessage: Hashable, Sendable {
    /// The Firebase project, which the address of the request names.
    public let project: String
    /// The JSON of the request.
    public let body: [UInt8]

    /// - Parameter entry: a push to an address of Google's service; for other addresses the result is nil.
    init?(_ entry: QueuedPush, at now: Duration) {
        guard case .fcm(let project) = entry.push.token.address else { return nil }
        self.project = project
        let isRing = entry.push.kind == .incomingCall
        var writer = JSONWriter(reserving: entry.push.body.count + 512)
        writer.write(raw: "{\"message\":{\"token\":")
        writer.write(entry.push.token.value.revealed)
        writer.write(raw: ",\"data\":")
        writer.bytes += entry.push.body
        // A message of high priority that shows nothing costs the app its priority, and a ringing phone is awake
        // anyway. Source: Firebase, "Set and manage Android message priority" (documented).
        writer.write(raw: isRing ? ",\"android\":{\"priority\":\"HIGH\"" : ",\"android\":{\"priority\":\"NORMAL\"")
        writer.write(raw: ",\"direct_boot_ok\":true,\"ttl\":\"")
        writer.write(max((entry.deadline - now).components.seconds, 0))
        writer.write(raw: "s\"}}}")
        body = writer.bytes
    }
}

/// The answer of Google's service to one message.
public struct FCMResponse: Hashable, Sendable {
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
    public var code: FCMErrorCode?
    /// The fields of the request that the service complains about.
    public var badFields: [String] = []
    /// How long the service asks to wait.
    public var retryAfter: Duration?

    public init(
        status: Int, code: FCMErrorCode? = nil, badFields: [String] = [], retryAfter: Duration? = nil
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
        for detail in error["details"]?.array ?? [] { read(detail) }
    }

    private mutating func read(_ detail: JSONValue) {
        guard let object = detail.object else { return }
        switch object["@type"]?.string {
        case Self.codeType: code = object["errorCode"]?.string.flatMap(FCMErrorCode.init(rawValue:)) ?? code
        case Self.requestType:
            for violation in object["fieldViolations"]?.array ?? [] {
                badFields.append(violation.object?["field"]?.string ?? "")
            }
        default: break
        }
    }
}

/// Why Google's service refused a message, in its own words.
///
/// Source: Firebase, "ErrorCode" of the FCM v1 API (documented).
public enum FCMErrorCode: String, Hashable, Sendable, CaseIterable {
    case unspecified = "UNSPECIFIED_ERROR"
    case invalidArgument = "INVALID_ARGUMENT"
    case unregistered = "UNREGISTERED"
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case unavailable = "UNAVAILABLE"
    case internalError = "INTERNAL"
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"
}

/// The reaction to an answer of Google's service.
public enum FCMReaction: Hashable, Sendable {
    /// The message was accepted.
    case accept
    /// The token is not to be used again.
    case removeToken(TokenRemoval.Cause)
    /// Sending it again does not help; an operator must look into it.
    case refuse(PushAlarm.Kind)
    /// Send it again after a while, until its deadline.
    case retry
    /// All messages wait this long; then this one is sent again, until its deadline.
    case pause(Duration)
    /// The access token is refused: fetch another one, once.
    case renewToken

    /// How long to wait if the quota is used up and the answer names no time. Source: Firebase, "Best practices when
    /// sending FCM messages at scale": a minute at least (documented).
    public static let quotaWait = Duration.seconds(60)

    /// A device can register any text as its token, so an answer that a bad token alone can cause is no alarm.
    ///
    /// Source: Firebase, "ErrorCode" (documented); that an `INVALID_ARGUMENT` of FCM's own type without a field speaks
    /// of the token: firebase-admin 7.7 (observed).
    public static func following(_ answer: FCMResponse) -> FCMReaction {
        if (200..<300).contains(answer.status) { return .accept }
        switch answer.code {
        case .invalidArgument: return invalidArgument(answer)
        case .unregistered: return .removeToken(.unregistered)
        case .senderIDMismatch: return .removeToken(.wrongOwner)
        case .quotaExceeded: return .pause(answer.retryAfter ?? quotaWait)
        case .unavailable: return answer.retryAfter.map { .pause($0) } ?? .retry
        case .internalError: return .retry
        // The token is of a browser or an iPhone, which another service wakes here.
        case .thirdPartyAuthError: return .removeToken(.wrongOwner)
        case .unspecified, nil:
            if answer.status == 400, !answer.badFields.isEmpty { return invalidArgument(answer) }
            return following(uncoded: answer)
        }
    }

    private static func invalidArgument(_ answer: FCMResponse) -> FCMReaction {
        answer.badFields.allSatisfy { $0 == "message.token" } ? .removeToken(.badToken) : .refuse(.ourRequest)
    }

    private static func following(uncoded answer: FCMResponse) -> FCMReaction {
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
