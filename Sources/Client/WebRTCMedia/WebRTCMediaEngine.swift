import AVFAudio
public import MediaEngine
import Redaction
import SDP
import WebRTC

/// Peer connections on Apple's platforms, by `WebRTC.framework`.
///
/// The framework has audio units of its own. They run only between calls of ``setAudioRunning(_:)``, because only the
/// system activates the audio session. Source: C61; WebRTC's `RTCAudioSession.useManualAudio`.
public final class WebRTCMediaEngine: MediaEngine, Sendable {
    /// The most connections open at the same time, more than a phone has calls.
    public static let connectionsMax = 16

    // `RTCPeerConnectionFactory` may be used from any thread: it posts to the signaling thread it made.
    private nonisolated(unsafe) let factory: RTCPeerConnectionFactory
    private let limiter = ConnectionLimiter(limit: connectionsMax)

    /// An engine without connections, with its audio units shut.
    public init() {
        RTCAudioSession.sharedInstance().useManualAudio = true
        RTCAudioSession.sharedInstance().isAudioEnabled = false
        factory = RTCPeerConnectionFactory()
    }

    public func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection {
        guard !configuration.codecs.isEmpty else { throw MediaError(.unsupportedConfiguration, "no codec") }
        guard configuration.portRange == nil, configuration.localAddresses.isEmpty else {
            throw MediaError(.unsupportedConfiguration, "the framework chooses addresses and ports")
        }
        let connection = WebRTCMediaConnection(configuration, factory: factory, admission: try limiter.admit())
        guard let connection else { throw MediaError(.transport, "the framework made no connection") }
        return connection
    }

    /// Opens or shuts the audio units. They may be open only between the provider's `didActivate` and `didDeactivate`.
    /// The framework is told of the activation, which it did not cause and would not notice.
    public func setAudioRunning(_ isRunning: Bool) {
        let session = RTCAudioSession.sharedInstance()
        if isRunning {
            session.audioSessionDidActivate(AVAudioSession.sharedInstance())
            session.isAudioEnabled = true
        } else {
            session.isAudioEnabled = false
            session.audioSessionDidDeactivate(AVAudioSession.sharedInstance())
        }
    }
}

/// Stands for the device's microphone. A connection that is given this source records with the framework's own audio
/// unit.
public final class DeviceMicrophone: AudioSource {
    /// Makes a marker, which has no state.
    public init() {}

    /// Fills the frame with silence. This engine never calls it; another engine may.
    public func fill(_ frame: UnsafeMutableBufferPointer<Int16>) { frame.update(repeating: 0) }
}

/// Stands for the device's loudspeaker. A connection that is given this sink plays through the framework's own audio
/// unit.
public final class DeviceSpeaker: AudioSink {
    /// Makes a marker, which has no state.
    public init() {}

    /// Ignores the frame. This engine never calls it.
    public func receive(_ frame: UnsafeBufferPointer<Int16>) {}
}

nonisolated extension RTCConfiguration {
    convenience init(_ configuration: MediaConfiguration) {
        self.init()
        sdpSemantics = .unifiedPlan
        bundlePolicy = .maxBundle
        rtcpMuxPolicy = .require
        continualGatheringPolicy = configuration.gathering == .trickle ? .gatherContinually : .gatherOnce
        iceTransportPolicy = configuration.relayOnly ? .relay : .all
        iceServers = configuration.iceServers.map(RTCIceServer.init(_:))
    }
}

nonisolated extension RTCIceServer {
    convenience init(_ server: IceServer) {
        self.init(
            urlStrings: [server.url], username: server.relay?.username, credential: server.relay?.password.revealed)
    }
}

nonisolated extension RTCRtpTransceiverDirection {
    init(_ direction: MediaDirection) {
        switch direction {
        case .sendrecv: self = .sendRecv
        case .sendonly: self = .sendOnly
        case .recvonly: self = .recvOnly
        case .inactive: self = .inactive
        }
    }
}
