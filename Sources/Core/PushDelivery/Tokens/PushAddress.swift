/// Where a device token is good.
public enum PushAddress: Hashable, Sendable {
    /// Apple's service: the topic is the app's bundle id, with `.voip` behind it for VoIP pushes. The environment is
    /// nil when the device did not say; then production is tried first.
    case apns(topic: String, ApnsEnvironment?)
    /// Google's service: the Firebase project.
    case fcm(project: String)

    public var service: PushService {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}
