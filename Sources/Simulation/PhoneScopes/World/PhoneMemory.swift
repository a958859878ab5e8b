import DeviceModel
import Explorer
import PhoneCore

/// What a search has worked out of the phone and its device: each turn once, however many worlds take it.
///
/// It goes with every world and tells none from another.
final class PhoneMemory: Sendable {
    /// What the phone makes of an event.
    struct PhoneTurn: Sendable {
        let phone: Shared<Phone?>
        let effects: [PhoneEffect]
        /// What is stored, where one effect stores something.
        let stored: Shared<PhoneRecord?>?
    }

    /// What the device makes of an event.
    struct DeviceTurn: Sendable {
        let device: Shared<DeviceMachine>
        let effects: [DeviceEffect]
    }

    private struct PhoneQuestion: Hashable {
        let phone: Shared<Phone?>
        let event: PhoneEvent
    }

    private struct DeviceQuestion: Hashable {
        let device: Shared<DeviceMachine>
        let event: DeviceEvent
    }

    private let phoneTurns = Memo<PhoneQuestion, PhoneTurn>()
    private let phones = Memo<Shared<Phone?>, Shared<Phone?>>()
    private let deviceTurns = Memo<DeviceQuestion, DeviceTurn>()
    private let devices = Memo<Shared<DeviceMachine>, Shared<DeviceMachine>>()

    func turn(of phone: Shared<Phone?>, _ event: PhoneEvent) -> PhoneTurn {
        phoneTurns(PhoneQuestion(phone: phone, event: event)) {
            var next = phone.wrappedValue
            var effects: [PhoneEffect] = []
            next?.handle(event, at: .zero, into: &effects)
            next?.forgetWords(in: &effects)
            let records = effects.compactMap { if case .store(let record) = $0 { record } else { nil } }
            return PhoneTurn(
                phone: phones.first(equalTo: Shared(next)), effects: effects,
                stored: records.count == 1 ? Shared(records[0]) : nil)
        }
    }

    func turn(of device: Shared<DeviceMachine>, _ event: DeviceEvent) -> DeviceTurn {
        deviceTurns(DeviceQuestion(device: device, event: event)) {
            var next = device.wrappedValue
            var effects: [DeviceEffect] = []
            next.handle(event, at: .zero, into: &effects)
            return DeviceTurn(device: devices.first(equalTo: Shared(next)), effects: effects)
        }
    }
}

extension PhoneMemory: Hashable {
    static func == (left: PhoneMemory, right: PhoneMemory) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
