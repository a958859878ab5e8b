import DeviceModel
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
            let receiver = PushReceiver(clock: ModelClock(context), names: CountedNames(), log: RecordingPorts())
            receiver.sink = sink
            receiver.register()
            return receiver
        }
    }
}
