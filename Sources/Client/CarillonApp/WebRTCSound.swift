import MediaEngine
import PhoneSignaling
import WebRTCMedia

/// The framework's own audio units, open while the phone says so.
@MainActor
final class WebRTCSound: AudioHardware {
    /// Made with the first connection: until then nothing of the framework is touched.
    private(set) lazy var engine = WebRTCMediaEngine()
    let microphone: (any AudioSource)? = DeviceMicrophone()
    let speaker: (any AudioSink)? = DeviceSpeaker()

    func open() { engine.setAudioRunning(true) }

    func close() { engine.setAudioRunning(false) }
}
