import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit

/// A modelled phone with the whole app on it. What is outside of the app's process outlives it.
@MainActor
final class PhoneUnderTest {
    let files = MemoryFiles()
    let device: ModelDevice
    /// What each process was told by its phone, the latest last.
    private(set) var processes: [RecordingPorts] = []

    init(_ profile: DeviceProfile = .ios26p4, seed: UInt64 = 1) {
        let launcher = Launcher()
        device = ModelDevice(profile: profile, seed: seed) { context in launcher.launch(context) }
        launcher.phone = self
    }

    /// Stands between the device and the phone that has it.
    @MainActor
    private final class Launcher {
        weak var phone: PhoneUnderTest?

        func launch(_ context: LaunchContext) -> any AnyObject { phone?.launch(context) ?? self }
    }

    /// The outside of the process that runs, or ran last.
    var outside: RecordingPorts? { processes.last }

    var app: PhoneApplication? { device.app as? PhoneApplication }

    private func launch(_ context: LaunchContext) -> PhoneApplication {
        let outside = RecordingPorts()
        processes.append(outside)
        var parts = PhoneParts(
            signaling: outside, tokens: outside, screens: outside, log: outside, files: files,
            credentials: CredentialStore(service: "test"))
        parts.clock = ModelClock(context)
        parts.names = CountedNames()
        parts.centre = context.notificationCenter
        return PhoneApplication(parts)
    }
}
