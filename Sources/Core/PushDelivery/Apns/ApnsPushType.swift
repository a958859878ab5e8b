public import PushPayload

/// How Apple's service treats a push. Source: Apple, "Sending notification requests to APNs" (documented).
public enum ApnsPushType: String, Hashable, Sendable, CaseIterable {
    /// Wakes the app at once, which must then report a call.
    case voip
    /// Shown to the person, by the system; the app runs when they open it.
    case alert
    /// Gives the app a moment in the background, when the system sees fit.
    case background

    /// The type of a push about a call: by what its topic takes, and whether there is anything to show.
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
