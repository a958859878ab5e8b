internal import CallModel
public import PushPayload
public import Redaction

/// One request to Apple's service, without the provider token.
///
/// Source: Apple, "Sending notification requests to APNs" (documented).
public struct APNsRequest: Hashable, Sendable {
    /// The last part of the path.
    public let deviceToken: Redacted<String>
    /// The `apns-topic`: the bundle id, with `.voip` behind it for a VoIP push.
    public let topic: String
    /// The `apns-push-type`.
    public let type: APNsPushType
    /// Unix seconds after which Apple no longer tries; 0: tries once.
    public let expiration: Int64
    /// The `apns-id`, the same in every attempt.
    public let id: PushID
    /// The name of a ringing, by which its alerts replace each other and are found on the device. At most 64 bytes.
    public let collapseID: String?
    /// The body: JSON.
    public let payload: [UInt8]

    /// - Parameter entry: a push to an address of Apple's service; for other addresses the result is nil.
    init?(_ entry: QueuedPush, at now: Duration) {
        guard case .apns(let topic, _) = entry.push.token.address else { return nil }
        deviceToken = entry.push.token.value
        self.topic = topic
        type = APNsPushType(topic: topic, entry.push.kind)
        let name = entry.push.call.map { IncomingPush.alertName(of: $0, in: entry.push.round) }
        collapseID = type == .alert ? name : nil
        // Whole seconds, rounded down, so that Apple does not deliver after the ring. In the last second Apple tries
        // once.
        expiration = entry.deadline - now < .seconds(1) ? 0 : entry.push.deadline.milliseconds / 1_000
        id = entry.push.id
        payload = entry.push.body
    }
}

/// How Apple's service treats a push. Source: Apple, "Sending notification requests to APNs" (documented).
public enum APNsPushType: String, Hashable, Sendable, CaseIterable {
    /// Wakes the app at once, which must then report a call.
    case voip
    /// Shown to the person, by the system; the app runs when they open it.
    case alert
    /// Gives the app a moment in the background, when the system sees fit.
    case background

    /// Chooses the type of a push about a call by its topic, and by whether there is anything to show.
    public init(topic: String, _ kind: PushKind) {
        if Self.isVoIP(topic: topic) {
            self = .voip
        } else {
            self = kind == .incomingCall ? .alert : .background
        }
    }

    /// Whether pushes of a topic wake the app.
    public static func isVoIP(topic: String) -> Bool { topic.hasSuffix(".voip") }

    /// 10: at once. 5: when it suits the device, the only one allowed for background pushes.
    public var priority: Int {
        switch self {
        case .voip, .alert: 10
        case .background: 5
        }
    }

    /// The most bytes of a payload.
    public var payloadByteCountMax: Int {
        switch self {
        case .voip: 5_120
        case .alert, .background: 4_096
        }
    }
}

/// Which of Apple's push services a device token belongs to.
///
/// Source: Apple, “Sending notification requests to APNs”.
public enum APNsEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Apps from the App Store and TestFlight.
    case production
    /// Apps run from Xcode.
    case sandbox

    /// The name of Apple's server. It listens on port 443.
    public var host: String {
        switch self {
        case .production: "api.push.apple.com"
        case .sandbox: "api.sandbox.push.apple.com"
        }
    }
}
