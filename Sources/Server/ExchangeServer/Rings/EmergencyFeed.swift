internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import NIOCore
internal import WireJSON

/// Tells phones on their own channels which emergency numbers to dial over the carrier: each as soon as it listens, and all
/// that do when other numbers may be led there.
struct EmergencyFeed: Sendable {
    let eventLoop: any EventLoop
    let gateway: NIOLoopBound<VertoGateway>
    let broadcast: NIOLoopBound<BroadcastStation>
    let book: DeviceBook
    let hearing: HearingDevices

    static let eventName = "emergency_numbers"

    /// In a turn of its own, after that in which the device began to listen.
    func tell(_ device: DeviceID) { eventLoop.execute { publish(for: [device]) } }

    func tellAll() { eventLoop.execute { publish(for: hearing.all.sorted()) } }

    private func publish(for devices: [DeviceID]) {
        guard let application = broadcast.value.own else { return }
        let (policy, parties) = (gateway.value.policy, gateway.value.parties)
        for device in devices {
            guard let user = book.device(device)?.user else { continue }
            let numbers = policy.emergencyNumbersLed(for: user, in: parties)
            let data: JSONObject = [Self.eventName: .array(numbers.map { .string($0) })]
            application.handle(
                .publish(
                    Publication(
                        event: Self.eventName, data: data.jsonText, channels: [ChannelName.ofDevice(device.rawValue)],
                        key: Self.eventName)))
        }
    }
}
