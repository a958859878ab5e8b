public import CallModel
public import PhoneCore
public import Redaction

/// The ports that carry out a phone's effects.
@MainActor
public struct PhonePorts {
    /// CallKit.
    public var calls: any CallSystemPort
    /// Signaling and media.
    public var signaling: any SignalingPort
    /// The audio session.
    public var audio: any AudioPort
    /// The path monitor.
    public var path: any PathPort
    /// The notification center.
    public var notices: any NoticePort
    /// The file of the record.
    public var record: any RecordPort
    /// The exchange's API.
    public var exchange: any ExchangeAPIPort
    /// The keychain.
    public var credentials: any CredentialPort
    /// The keys with which callers are sealed.
    public var pushKeys: any PushKeyPort
    /// Keeps the process running in the background.
    public var wakefulness: any BackgroundTimePort
    /// The app's own screens.
    public var screens: any ScreenPort
    /// The log.
    public var log: any LogPort

    /// Takes all ports.
    public init(
        calls: any CallSystemPort, signaling: any SignalingPort, audio: any AudioPort, path: any PathPort,
        notices: any NoticePort, record: any RecordPort, exchange: any ExchangeAPIPort, credentials: any CredentialPort,
        pushKeys: any PushKeyPort, wakefulness: any BackgroundTimePort, screens: any ScreenPort, log: any LogPort
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

/// The exchange's HTTP API, with the person's own session. Each request is answered by one event; a request that is
/// repeated before its answer is answered once. The phone orders retries, not the port.
@MainActor
public protocol ExchangeAPIPort: PhoneEventSource {
    /// Uploads or removes the push token of this installation. Answer: `confirmed` or `failed` of
    /// `PhoneEvent.tokens(_:)`.
    func upload(_ message: PushTokenRegistration.Message)

    /// Gives the exchange the key with which it seals the callers of this device. Answer: `confirmed` or `failed` of
    /// `PhoneEvent.pushKeys(_:)`.
    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>)

    /// Uploads the token by which alerts reach this installation. Answer: `PhoneEvent.alertTokenReported(_:_:)`.
    func upload(alertToken: DevicePushToken)

    /// Asks how a call ended that rang in an earlier process. Answer: `update` of `PhoneEvent.notices(_:)`; a missing
    /// answer does no harm.
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?)

    /// Asks about a call that rings or rang. Answer: `replied` of `PhoneEvent.rings(_:)`, once.
    func ask(_ request: RingRequests.Request)

    /// Starts or stops listening to the calls to numbers that ring this device. Each change is told as
    /// `PhoneEvent.ringUpdate(_:)`; after a lost connection, missed changes follow.
    func listen(_ isOn: Bool)

    /// Asks for credentials of an organization. Answer: ``CredentialQueue/grant(_:as:)``, or `denied` of
    /// `PhoneEvent.organizations(_:)`.
    func askCredentials(of organization: OrganizationID)

    /// Asks for credentials of every organization of the person. Answer: `fetched` or `failed` of
    /// `PhoneEvent.credentials(_:)`, and ``CredentialQueue/provision(_:as:)`` after `fetched` for each.
    func fetchCredentials()

    /// Renews the person's session. Answer: `renewed`, `renewalFailed` or `renewalRefused` of
    /// `PhoneEvent.session(_:)`.
    func renewSession()

    /// Ends the session at the exchange, or erases the session's tokens on the device. Answer: `done` or `failed` of
    /// `PhoneEvent.signOut(_:)`.
    func perform(_ step: SignOutStep)
}

/// Signaling and media of all registrations, behind one interface.
///
/// It does nothing without an order: making one opens no socket, no engine and no audio unit. It reports events and
/// failed orders as `PhoneEvent.signaling(_:_:)` and `PhoneEvent.line(_:_:)`. An order does no harm when it is
/// repeated, or when its line or registration no longer exists.
@MainActor
public protocol SignalingPort: PhoneEventSource {
    /// Tells a signaling call what to do, or places one.
    func perform(_ order: LineOrder)

    /// Connects or disconnects a registration, with its stored credentials.
    func perform(_ order: SignalingOrder)

    /// Opens the audio units and connects them to this line only. The audio session must be active.
    func startAudio(of line: LineID)

    /// Closes the audio units. Does not touch the audio session, which only the system activates.
    /// Source: C61.
    func stopAudio()
}

/// The app's own screens: native views, or the bridge to a web view.
@MainActor
public protocol ScreenPort: AnyObject {
    /// Shows a change that the phone publishes.
    func show(_ update: PhoneUpdate)

    /// Tells the result of switching to another organization; `failure` is nil on success.
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?)

    /// Tells the person that the session is over.
    func sessionOver(_ cause: SessionEndCause)
}

/// Receives the measured quality of the lines.
@MainActor
public protocol QualityObserver: AnyObject {
    /// Takes the quality of a line, once a second while its media is connected.
    func didMeasure(_ report: QualityReport, on line: LineID)
}
