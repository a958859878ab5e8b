/// Which of Apple's push services a device token belongs to.
///
/// Source: Apple, “Sending notification requests to APNs”.
public enum ApnsEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Apps from the App Store and TestFlight.
    case production
    /// Apps run from Xcode.
    case sandbox

    public var host: String {
        switch self {
        case .production: "api.push.apple.com"
        case .sandbox: "api.sandbox.push.apple.com"
        }
    }
}
