import DeviceModel
import DevicePorts
import DeviceRuntime
import PhoneKit

/// A modelled phone with nothing on it but the push receiver.
@MainActor
final class ReceiverUnderTest {
    let sink: RecordingSink
    let device: ModelDevice

    init(_ profile: DeviceProfile = .ios26p4) {
        let sink = RecordingSink()
        self.sink = sink
        device = ModelDevice(profile: profile) { context in
            let (names, log) = (CountedNames(), RecordingPorts())
            let files = SystemFileStore(DeviceFileSystem(context.files))
            let receiver = PushReceiver(
                keys: PushKeyStore(files: files, names: names, log: log), clock: ModelClock(context), names: names,
                log: log)
            receiver.sink = sink
            receiver.register()
            return receiver
        }
    }
}
