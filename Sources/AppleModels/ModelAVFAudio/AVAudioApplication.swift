internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The app's permission to use the microphone (iOS 17 and later).
///
/// Source: developer.apple.com/documentation/avfaudio/avaudioapplication.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    /// Whether the app may record.
    public enum RecordPermission: Int, Sendable {
        /// The person was not asked.
        case undetermined = 0x756E_6474
        /// The person denied it.
        case denied = 0x6465_6E79
        /// The person allowed it.
        case granted = 0x6772_6E74
    }

    // `@unchecked Sendable`, as Apple's is Sendable: its only state is the process it belongs to.
    private let process: ProcessHandle?

    init(process: ProcessHandle?) {
        self.process = process
    }

    /// The shared object of the process.
    public class var shared: AVAudioApplication { AVAudioApplication(process: .recording("AVAudioApplication")) }

    /// Whether the app may record.
    open var recordPermission: RecordPermission {
        process?.record("AVAudioApplication")
        return switch process?.kernel.look({ $0.audio.microphone }) {
        case .granted: .granted
        case .denied: .denied
        case .undetermined, nil: .undetermined
        }
    }

    /// Asks the person for permission. The answer comes on a queue of the framework.
    public class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        ProcessHandle.recording("AVAudioApplication")?.part(AudioPart.self).askForMicrophone(
            PendingCompletion(response))
    }

    /// Asks the person for permission.
    public nonisolated(nonsending) class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { answer in
            guard let part = ProcessHandle.recording("AVAudioApplication")?.part(AudioPart.self) else {
                return answer.resume(returning: false)
            }
            part.askForMicrophone(PendingCompletion({ answer.resume(returning: $0) }, abandonment: false))
        }
    }
}
