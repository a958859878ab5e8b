/// What `apns-push-type` says.
public enum APNsPushType: String, Hashable, Sendable, CaseIterable {
    case alert, background, location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk, widgets

    /// What a topic of this type ends in, after the bundle's name; nil where it is the bundle's name alone.
    var topicSuffix: String? {
        switch self {
        case .alert, .background, .mdm: nil
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        }
    }

    /// Whether a topic is one of this type: it has the type's ending, or that of no type.
    func fits(topic: String) -> Bool {
        let endings = Self.allCases.compactMap(\.topicSuffix)
        guard let topicSuffix else { return !endings.contains { topic.hasSuffix($0) } }
        return topic.hasSuffix(topicSuffix)
    }

    /// The largest payload in bytes. Source: Apple, "Generating a remote notification".
    var payloadByteCountMax: Int { self == .voip ? 5_120 : 4_096 }
}
