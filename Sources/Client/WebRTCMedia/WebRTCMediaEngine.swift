import AVFAudio
public import MediaEngine
import WebRTC

/// Peer connections on Apple's platforms, by `WebRTC.framework`.
///
/// The framework has audio units of its own; they only run while ``setAudioRunning(_:)`` says so, because the audio
/// session is the system's to activate. Source: apple-contract C61; WebRTC's `RTCAudioSession.useManualAudio`.
public final class WebRTCMediaEngine: MediaEngine, Sendable {
    /// Connections open at once: above what a phone lets stand.
    public static let connectionsMax = 16

    // `RTCPeerConnectionFactory` may be used from any thread: it posts to the signalling thread it made.
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

    /// Opens or shuts the audio units: between the provider's `didActivate` and `didDeactivate` only. The framework is
    /// told of the activation, which it did not cause and would not notice.
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
