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
