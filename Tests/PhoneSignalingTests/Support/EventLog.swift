import PhoneCore
import PhoneKit

/// What the phone would be told, in order, for a test that waits for it.
@MainActor
final class EventLog: PhoneEventSink {
    private(set) var events: [PhoneEvent] = []
    /// Called with each event before the waiting tests see it.
    var react: (PhoneEvent) -> Void = { _ in }
    private var taken = 0
    private var waiting: (() -> Bool)?

    func send(_ event: PhoneEvent) {
        events.append(event)
        react(event)
        if waiting?() == true { waiting = nil }
    }

    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) {
        completion()
    }

    /// The next event that is looked for, those before it skipped.
    func next<Value: Sendable>(_ pick: @escaping (PhoneEvent) -> Value?) async -> Value {
        await withCheckedContinuation { continuation in
            let look = { [weak self] in
                guard let self else { return true }
                while taken < events.count {
                    taken += 1
                    guard let value = pick(events[taken - 1]) else { continue }
                    continuation.resume(returning: value)
                    return true
                }
                return false
            }
            if !look() { waiting = look }
        }
    }

    /// Waits for this event.
    func next(_ event: PhoneEvent) async { await next { $0 == event ? () : nil } }
}
