/// Everyone who carries out what a phone orders.
@MainActor
public struct PhonePorts {
    /// CallKit.
    public var calls: any CallSystemPort
    /// Signalling and media.
    public var signaling: any SignalingPort
    /// The audio session.
    public var audio: any AudioPort
    /// The path monitor.
    public var path: any PathPort
    /// The notification centre.
    public var notices: any NoticePort
    /// The file of the record.
    public var record: any RecordPort
    /// The exchange's API.
    public var exchange: any ExchangePort
    /// The keychain.
    public var credentials: any CredentialPort
    /// The keys that callers are sealed with.
    public var pushKeys: any PushKeyPort
    /// Time in the background.
    public var wakefulness: any WakefulnessPort
    /// The app's own screens.
    public var screens: any ScreenPort
    /// The log.
    public var log: any LogPort

    /// Names all of them.
    public init(
        calls: any CallSystemPort, signaling: any SignalingPort, audio: any AudioPort, path: any PathPort,
        notices: any NoticePort, record: any RecordPort, exchange: any ExchangePort, credentials: any CredentialPort,
        pushKeys: any PushKeyPort, wakefulness: any WakefulnessPort, screens: any ScreenPort, log: any LogPort
    ) {
        self.calls = calls
        self.signaling = signaling
        self.audio = audio
        self.path = path
        self.notices = notices
        self.record = record
        self.exchange = exchange
        self.credentials = credentials
        self.pushKeys = pushKeys
        self.wakefulness = wakefulness
        self.screens = screens
        self.log = log
    }

    var sources: [any PhoneEventSource] {
        [calls, signaling, audio, path, notices, record, exchange, credentials, pushKeys]
    }
}
