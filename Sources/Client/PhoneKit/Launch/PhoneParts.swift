public import Foundation
public import PhoneCore

/// What an app gives its phone. Making any of it must not touch a framework: it is made at the start of the process.
@MainActor
public struct PhoneParts {
    /// Signalling and media.
    public var signaling: any SignalingPort
    /// The exchange's API.
    public var exchange: any ExchangePort
    /// The app's own screens.
    public var screens: any ScreenPort
    /// The log.
    public var log: any LogPort
    /// Where the record is kept.
    public var files: any FileStore
    /// The keychain's items of this app; also given to who speaks with the exchange.
    public var credentials: CredentialDesk
    /// The person's contacts, whose names the system then shows before the exchange's; none: the exchange's are shown.
    public var contacts: (any ContactSource)?
    /// Which push service this build is for.
    public var environment = PushEnvironment.production
    /// Time.
    public var clock: any PhoneClock = SteadyClock()
    /// Where the frameworks post what they notify of.
    public var centre = NotificationCenter.default
    /// Fresh names.
    public var names: any NameSource = RandomNames()
    /// Every figure the phone decides by.
    public var limits = PhoneLimits()
    /// How the system shows the calls.
    public var appearance = CallAppearance()
    /// The words of the notices.
    public var texts = NoticeTexts()
    /// Writes down what the frameworks do, to hold the model of them against it. None as a rule.
    public var trace: TraceRecorder?

    /// Names what has no default.
    public init(
        signaling: any SignalingPort, exchange: any ExchangePort, screens: any ScreenPort, log: any LogPort,
        files: any FileStore, credentials: CredentialDesk
    ) {
        self.signaling = signaling
        self.exchange = exchange
        self.screens = screens
        self.log = log
        self.files = files
        self.credentials = credentials
    }
}
