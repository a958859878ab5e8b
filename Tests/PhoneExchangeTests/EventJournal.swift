import PhoneCore
import PhoneKit

/// What the phone would be told, in order, for a test that waits for it.
@MainActor
final class EventJournal: PhoneEventSink {
    private(set) var events: [PhoneEvent] = []
    private var taken = 0
    private var waiting: CheckedContinuation<PhoneEvent, Never>?

    func send(_ event: PhoneEvent) {
        events.append(event)
        guard let waiting else { return }
        self.waiting = nil
        taken += 1
        waiting.resume(returning: event)
    }

    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) { completion() }

    /// The next event, in order.
    func next() async -> PhoneEvent {
        if taken < events.count {
            taken += 1
            return events[taken - 1]
        }
        return await withCheckedContinuation { waiting = $0 }
    }
}
