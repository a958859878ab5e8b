internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import NIOCore
internal import Synchronization
internal import WireJSON

/// The devices that listen to their own channel now. Events of a call reach them there, so they need no push.
///
/// Isolation: any thread, without waiting.
final class ListeningDevices: Sendable {
    private struct State {
        var listening: Set<DeviceID> = []
        /// All devices that have listened since the start.
        var known: Set<DeviceID> = []
        /// Changes that have not been passed on yet.
        var changed: Set<DeviceID> = []
    }

    private let state = Mutex(State())
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var all: Set<DeviceID> { state.withLock { $0.listening } }

    func contains(_ device: DeviceID) -> Bool { state.withLock { $0.listening.contains(device) } }

    /// Whether the device listens or has listened since the start, and so may be away for only a moment.
    func isKnown(_ device: DeviceID) -> Bool { state.withLock { $0.known.contains(device) } }

    func set(_ device: DeviceID, isListening: Bool) {
        state.withLock { state in
            if isListening { state.listening.insert(device) } else { state.listening.remove(device) }
            if isListening { state.known.insert(device) }
            state.changed.insert(device)
        }
        signal.yield()
    }

    /// Passes on every changed device with its present state, until its task is canceled.
    func follow(_ notify: (DeviceID, _ isListening: Bool) async -> Void) async {
        for await _ in signals {
            let changed = state.withLock { state in
                defer { state.changed = [] }
                return state.changed.map { ($0, state.listening.contains($0)) }
            }
            for (device, isListening) in changed { await notify(device, isListening) }
        }
    }
}

/// Tells phones on their own channels which emergency numbers to dial over the carrier: each phone when it begins to
/// listen, and all listening phones when those numbers change.
struct EmergencyNumberPublisher: Sendable {
    let eventLoop: any EventLoop
    let gateway: NIOLoopBound<VertoGateway>
    let broadcast: NIOLoopBound<BroadcastServer>
    let deviceRegistry: DeviceRegistry
    let listening: ListeningDevices

    static let eventName = "emergency_numbers"

    /// Publishes in a later turn of the event loop than the one in which the device began to listen.
    func publish(_ device: DeviceID) { eventLoop.execute { publish(for: [device]) } }

    func publishAll() { eventLoop.execute { publish(for: listening.all.sorted()) } }

    private func publish(for devices: [DeviceID]) {
        guard let application = broadcast.value.own else { return }
        let (policy, parties) = (gateway.value.policy, gateway.value.parties)
        for device in devices {
            guard let user = deviceRegistry.device(device)?.user else { continue }
            let numbers = policy.routedEmergencyNumbers(for: user, in: parties)
            let data: JSONObject = [Self.eventName: .array(numbers.map { .string($0) })]
            application.handle(
                .publish(
                    Publication(
                        event: Self.eventName, data: data.jsonText, channels: [ChannelName.ofDevice(device.rawValue)],
                        key: Self.eventName)))
        }
    }
}
