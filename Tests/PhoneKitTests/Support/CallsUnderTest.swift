import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction

/// A modelled phone with nothing on it but the call system, open in the foreground.
@MainActor
final class CallsUnderTest {
    let sink: RecordingSink
    let device: ModelDevice
    let call = CallUUID(.random(high: 5, low: 5))
    let display = CallDisplay(.phoneNumber(Redacted("+15550100")), name: Redacted("Anna"))

    init(_ profile: DeviceProfile = .ios26p4) async {
        let sink = RecordingSink()
        self.sink = sink
        device = ModelDevice(profile: profile) { context in
            let calls = CallSystem(
                appearance: CallAppearance(), limits: PhoneLimits(), unknownCaller: "Unknown caller",
                clock: ModelClock(context))
            calls.sink = sink
            calls.open()
            return calls
        }
        await device.openApp()
    }

    /// Lets the call system do something, as the app, and the system answer.
    func order(_ body: (CallSystem) -> Void) async {
        device.asApp { if let calls = device.app as? CallSystem { body(calls) } }
        await device.advance(by: .milliseconds(100))
    }

    /// Reports the call, which rings then.
    func ring() async {
        await order { $0.report(.incoming(call, display, .announce), completion: nil) }
    }

    /// What the system asked for, in order.
    var asked: [(id: SystemActionID, action: PhoneCore.SystemAction, timeLeft: Duration?)] {
        sink.events.compactMap { event in
            guard case .system(.perform(let id, let action, let timeLeft)) = event else { return nil }
            return (id, action, timeLeft)
        }
    }

    /// The other things CallKit said.
    var said: [SystemEvent] {
        sink.events.compactMap { event in
            guard case .system(let said) = event else { return nil }
            if case .perform = said { return nil }
            return said
        }
    }
}

extension CallsUnderTest {
    /// From now on every action is fulfilled as soon as it is asked for.
    func completeEverything() {
        sink.handle = { [weak self] event in
            guard let self, case .system(.perform(let id, _, _)) = event else { return }
            (device.app as? CallSystem)?.complete(id, .fulfilled)
        }
    }
}
