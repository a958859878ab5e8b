import CallModel
public import CarillonRTC
public import Clocks
public import MediaEngine
import PhoneCore
public import Trace

/// Everything that signaling needs from the app. Making any of it must open neither a socket nor an audio unit.
@MainActor
public struct SignalingDependencies {
    /// Gives the credentials of each registration.
    public var credentials: any CredentialSource
    /// Microphone and loudspeaker.
    public var sound: any AudioHardware
    /// Makes the media engine, when the first connection is made.
    public var makeEngine: @MainActor () throws(MediaError) -> any MediaEngine
    /// Opens the connections that carry signaling.
    public var transport: any SignalingTransport = PlatformTransport()
    /// The clock of the clients.
    public var clock: any TimeSource = SystemClock()
    /// Gives STUN and TURN servers for calls over the carrier. The exchange gives its own at login.
    public var iceServers: (any IceServerSource)?
    /// Receives every event and effect of the clients, redacted.
    public var trace: (any TraceSink)?
    /// The clients' name in the trace. A client of the carrier has `@carrier` appended.
    public var name = "phone"
    /// Settings for clients of the exchange.
    public var settings = SignalingSettings()
    /// Settings for clients of the carrier.
    public var carrierSettings = SignalingSettings.carrier

    func settings(at provider: SignalingProvider) -> SignalingSettings {
        switch provider {
        case .exchange: settings
        case .carrier: carrierSettings
        }
    }

    /// Takes the parts that have no default.
    public init(
        credentials: any CredentialSource, sound: any AudioHardware,
        makeEngine: @escaping @MainActor () throws(MediaError) -> any MediaEngine
    ) {
        self.credentials = credentials
        self.sound = sound
        self.makeEngine = makeEngine
    }
}

/// Settings for the clients of one provider, the same for every organization.
public struct SignalingSettings: Sendable {
    /// The dialect of Verto that the provider speaks.
    public var dialect = Dialect.telnyx
    /// Whether candidates are sent after the description, as they are found.
    public var trickles = true
    /// Whose call ids the INVITEs carry.
    public var names = CallIDSource.own
    /// The configuration of media.
    public var media = MediaConfiguration()
    /// How a lost connection is made anew.
    public var reconnection = ReconnectionPolicy()
    /// The app and its version, for the exchange's log.
    public var userAgent = "Carillon"
    /// The most calls at the same time over one connection: more than the phone allows, so that the phone is the one to
    /// refuse.
    public var callsMax = 8

    /// Settings for an exchange of this package.
    public init() {}

    /// Settings for the carrier. Its INVITEs carry its own call ids, and the call session's id in a header that the
    /// exchange adds.
    public static var carrier: SignalingSettings {
        var settings = SignalingSettings()
        settings.names = .vendor(sessionHeader: CarrierHeader.session)
        return settings
    }
}

/// Whose call ids an INVITE carries.
public enum CallIDSource: Hashable, Sendable {
    /// The exchange sends the INVITE, which carries the id of the call session.
    case own
    /// A vendor sends the INVITE. Its id of the call is in its pushes too, and a header carries the id of the call
    /// session.
    case vendor(sessionHeader: String)
}

/// Microphone and loudspeaker, which may be open only while the system has activated the audio session.
@MainActor
public protocol AudioHardware: AnyObject {
    /// The source of the audio that a line sends. A media engine with audio units of its own defines a marker that
    /// stands for its microphone.
    var microphone: (any AudioSource)? { get }
    /// The sink of the audio that a line receives; such an engine defines a marker for its loudspeaker too.
    var speaker: (any AudioSink)? { get }

    /// Opens the audio units. The session must be active. Does nothing if they are open.
    func open()

    /// Closes the audio units and leaves the session alone. Does nothing if they are closed.
    func close()
}

/// Audio from and to objects that are always available, such as files, tones and meters.
@MainActor
public final class FixedAudioDevice: AudioHardware {
    /// The source of sent audio; nil sends silence.
    public let microphone: (any AudioSource)?
    /// The sink of received audio; nil discards it.
    public let speaker: (any AudioSink)?
    /// Whether a line may play and record now.
    public private(set) var isOpen = false

    /// Makes a sound device of these objects.
    public init(microphone: (any AudioSource)?, speaker: (any AudioSink)?) {
        self.microphone = microphone
        self.speaker = speaker
    }

    public func open() { isOpen = true }

    public func close() { isOpen = false }
}
