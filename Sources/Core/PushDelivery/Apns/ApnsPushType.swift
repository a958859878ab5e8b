/// How Apple's service treats a push. Source: Apple, "Sending notification requests to APNs" (documented).
public enum ApnsPushType: String, Hashable, Sendable, CaseIterable {
    /// Wakes the app at once, which must then report a call.
    case voip
    /// Gives the app a moment in the background, when the system sees fit.
    case background

    /// The type that a topic takes.
    public init(topic: String) {
        self = topic.hasSuffix(".voip") ? .voip : .background
    }

    /// 10: at once. 5: when it suits the device, the only one allowed for background pushes.
    public var priority: Int {
        switch self {
        case .voip: 10
        case .background: 5
        }
    }

    /// The most bytes of a payload.
    public var payloadByteCountMax: Int {
        switch self {
        case .voip: 5_120
        case .background: 4_096
        }
    }
}
