import PhoneCore
import PhoneKit

/// Writes down what a port tells the phone.
@MainActor
final class RecordingSink: PhoneEventSink {
    private(set) var events: [PhoneEvent] = []
    private var listeners: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
    private(set) var pushes: [VoIPPush] = []
    /// Handles a push; by default its completion is called at once.
    var handlePush: (VoIPPush, @escaping @Sendable () -> Void) -> Void = { $1() }
    /// Handles an event.
    var handle: (PhoneEvent) -> Void = { _ in }

    func send(_ event: PhoneEvent) {
        events.append(event)
        handle(event)
        for listener in listeners where listener.count <= events.count { listener.wake.resume() }
        listeners.removeAll { $0.count <= events.count }
    }

    /// Returns when there were so many events.
    func receives(_ count: Int) async {
        guard events.count < count else { return }
        await withCheckedContinuation { listeners.append((count, $0)) }
    }

    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) {
        pushes.append(push)
        handlePush(push, completion)
    }
}
