import CallModel
public import CarillonRTC
public import MediaEngine
import PhoneCore
public import Trace

/// What signalling needs from outside. Making any of it must touch neither a socket nor an audio unit.
@MainActor
public struct SignalingParts {
    /// Where credentials come from.
    public var credentials: any CredentialSource
    /// Microphone and loudspeaker.
    public var sound: any SoundDevice
    /// Makes the media engine, when the first connection is made.
    public var makeEngine: @MainActor () throws(MediaError) -> any MediaEngine
    /// How messages travel.
    public var transport: any SignalingTransport = PlatformTransport()
    /// Time for the clients.
    public var clock: any ClientClock = SystemClock()
    /// Where servers for media come from in calls over the carrier; the exchange gives its own at login.
    public var iceServers: (any IceServerSource)?
    /// Gets every event and effect of the clients, redacted.
    public var trace: (any TraceSink)?
    /// Whose they are in the trace; a client of the carrier has `@carrier` behind it.
    public var name = "phone"
    /// How clients of the exchange are made.
    public var settings = SignalingSettings()
    /// How clients of the carrier are made.
    public var carrierSettings = SignalingSettings.carrier

    func settings(at provider: SignalingProvider) -> SignalingSettings {
        switch provider {
        case .exchange: settings
        case .carrier: carrierSettings
        }
    }

    /// Names what has no default.
    public init(
        credentials: any CredentialSource, sound: any SoundDevice,
        makeEngine: @escaping @MainActor () throws(MediaError) -> any MediaEngine
    ) {
        self.credentials = credentials
        self.sound = sound
        self.makeEngine = makeEngine
    }
}

/// How clients of one provider are made, the same for every organisation.
public struct SignalingSettings: Sendable {
    /// What the exchanges speak.
    public var dialect = Dialect.telnyx
    /// Whether candidates follow descriptions.
    public var trickles = true
    /// Whose names stand in an INVITE.
    public var names = ExchangeNames.own
    /// How media is made.
    public var media = MediaConfiguration()
    /// How a lost connection is made again.
    public var reconnection = ReconnectionPolicy()
    /// The app and its version, for the exchange's log.
    public var userAgent = "Carillon"
    /// The most calls at once over one connection, above what the phone itself lets stand, so that it is the phone that
    /// refuses.
    public var callsMax = 8

    /// Our own exchange.
    public init() {}

    /// The carrier: it names calls in its own words, and ours in a header that the exchange puts into each INVITE.
    public static var carrier: SignalingSettings {
        var settings = SignalingSettings()
        settings.names = .vendor(sessionHeader: CarrierHeader.session)
        return settings
    }
}

/// Whose names stand in an INVITE.
public enum ExchangeNames: Hashable, Sendable {
    /// Our exchange speaks: the name of the call's session is its own.
    case own
    /// A vendor speaks: its name of the call is in its pushes too, and our name of the session travels in a header.
    case vendor(sessionHeader: String)
}

/// Microphone and loudspeaker, which are only open while the system has activated the audio session.
@MainActor
public protocol SoundDevice: AnyObject {
    /// What is said. A media engine with audio units of its own has a mark that stands for them.
    var microphone: (any AudioSource)? { get }
    /// Where what is heard goes; the same.
    var speaker: (any AudioSink)? { get }

    /// Opens the audio units. The session is active; said again it does nothing.
    func open()

    /// Closes them, and leaves the session alone. Said again it does nothing.
    func close()
}

/// Sound from and to objects that are always there: files, tones and meters.
@MainActor
public final class GivenSound: SoundDevice {
    public let microphone: (any AudioSource)?
    public let speaker: (any AudioSink)?
    /// Whether a line may be heard now.
    public private(set) var isOpen = false

    /// Sound of these objects.
    public init(microphone: (any AudioSource)?, speaker: (any AudioSink)?) {
        self.microphone = microphone
        self.speaker = speaker
    }

    public func open() { isOpen = true }

    public func close() { isOpen = false }
}
