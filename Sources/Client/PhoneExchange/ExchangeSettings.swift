public import CarillonRTC
public import Foundation
public import PhoneCore

/// What an app tells of its exchange and of itself.
public struct ExchangeSettings: Sendable {
    /// Where the exchange's API is.
    public var api: URL
    /// Where phones connect: a `wss` address.
    public var socket: String
    /// What this installation is; asked when somebody signs in, and not at the start of a process, which may be before
    /// the first unlock.
    public var installation: @MainActor @Sendable () -> ExchangeInstallation
    /// The topic of the app's VoIP pushes: its bundle identifier with `.voip` behind it. Source: Apple's documentation of
    /// VoIP pushes.
    public var topic: String
    /// The topic of alerts: the bundle identifier itself.
    var alertTopic: String { topic.hasSuffix(".voip") ? String(topic.dropLast(5)) : topic }
    /// Which push service alerts of this build come by; nil: the exchange tries either.
    public var environment: PushEnvironment?
    /// The public key of the exchange's own broadcasts; nil: the phone hears no news of its own channel.
    public var broadcastKey: String?
    /// What carries the broadcasts.
    public var transport: any SignalingTransport = PlatformTransport()
    /// How long one question may take: the phone asks again by its own rules.
    public var timeLimit = timeLimitDefault
    /// What ``timeLimit`` is unless said.
    package static let timeLimitDefault: Duration = .seconds(10)

    /// Names what has no default.
    public init(
        api: URL, socket: String, topic: String,
        installation: @escaping @MainActor @Sendable () -> ExchangeInstallation
    ) {
        self.api = api
        self.socket = socket
        self.installation = installation
        self.topic = topic
    }
}
