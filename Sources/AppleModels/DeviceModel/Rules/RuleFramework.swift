/// The framework, or part of the system, a rule belongs to.
public enum RuleFramework: String, Hashable, Sendable, CaseIterable {
    case pushKit = "PushKit"
    case callKit = "CallKit"
    case audio = "AVFAudio"
    case process = "UIKit"
    case keychain = "Security"
    case files = "Foundation"
    case network = "Network"
    case signIn = "AuthenticationServices"
    case notifications = "UserNotifications"
    case web = "WebKit"
    case capacitor = "Capacitor"
}
