public import CallModel
public import PhoneCore
public import Redaction

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

/// The exchange's HTTP API, with the person's own session. Each question is answered by an event; who is asked again
/// before it answered answers once. Retries are the phone's to order, not its.
@MainActor
public protocol ExchangePort: PhoneEventSource {
    /// Says what stands in the token slot of this installation. Answer: `confirmed` or `failed` of
    /// ``PhoneEvent/tokens(_:)``.
    func upload(_ message: TokenLedger.Message)

    /// Gives the exchange the key to seal with who calls this device. Answer: `confirmed` or `failed` of
    /// ``PhoneEvent/pushKeys(_:)``.
    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>)

    /// Says by which token alerts reach this installation. Answer: ``PhoneEvent/alertTokenTold(_:_:)``.
    func upload(alertToken: PushToken)

    /// Asks how a call ended for which a process before this one was ringing. Answer: `news` of
    /// ``PhoneEvent/notices(_:)``; none does no harm.
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?)

    /// Asks about a call that rings, or rang. Answer: `replied` of ``PhoneEvent/rings(_:)``, once.
    func ask(_ request: RingRequests.Request)

    /// Hears what calls to numbers are for this device, from now on or no more. Each is told as
    /// ``PhoneEvent/ringNews(_:)``; what was told meanwhile comes after a lost connection.
    func listen(_ isOn: Bool)

    /// Asks for credentials of an organisation. Answer: ``CredentialDesk/grant(_:as:)``, or `denied` of
    /// ``PhoneEvent/organizations(_:)``.
    func askCredentials(of organization: OrganizationID)

    /// Asks for credentials of every organisation of the person. Answer: `fetched` or `failed` of
    /// ``PhoneEvent/credentials(_:)``, and ``CredentialDesk/provision(_:as:)`` after `fetched` for each.
    func fetchCredentials()

    /// Renews the person's session. Answer: `renewed`, `renewalFailed` or `renewalRefused` of
    /// ``PhoneEvent/session(_:)``.
    func renewSession()

    /// Ends the session at the exchange, or erases the session's token here. Answer: `done` or `failed` of
    /// ``PhoneEvent/signOut(_:)``.
    func perform(_ step: SignOutStep)
}

/// Signalling and media of all registrations, behind one interface.
///
/// Nothing is done before it is ordered: making one opens no socket, no engine and no audio unit. It tells what happens
/// as ``PhoneEvent/signaling(_:_:)`` and ``PhoneEvent/line(_:_:)``; where an order cannot be carried out, that too.
/// Every order is harmless when it is repeated, or when what it is about is gone.
@MainActor
public protocol SignalingPort: PhoneEventSource {
    /// Tells a signalling call what to do, or places one.
    func perform(_ order: LineOrder)

    /// Connects or disconnects a registration, with the credentials that are stored for it.
    func perform(_ order: SignalingOrder)

    /// Opens the audio units and lets the sound of this line through, and of no other. The session is active.
    func startAudio(of line: LineID)

    /// Closes the audio units. Never touches the session: its activation is the system's. Source: apple-contract C61.
    func stopAudio()
}

/// The app's own screens: native views, or the bridge to a web view.
@MainActor
public protocol ScreenPort: AnyObject {
    /// Shows what is new.
    func show(_ news: PhoneNews)

    /// Tells whoever wanted another organisation what came of it.
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?)

    /// Tells the person that the session is over.
    func sessionOver(_ cause: SessionEndCause)
}

/// Who wants to know how the lines sound.
@MainActor
public protocol QualityListener: AnyObject {
    /// How a line sounds, once a second while its media is connected.
    func heard(_ report: QualityReport, on line: LineID)
}
