import Synchronization
package import Trace
package import WireJSON

/// Records everything that happens in the Lab, from every thread, on one clock.
package final class LabRecorder: TraceSink {
    private struct Waiter: Sendable {
        let isMet: @Sendable (LabTimeline) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var recording = LabRecording()
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let origin = ContinuousClock.now
    private let state = Mutex(State())

    package init() {}

    /// The time since the Lab began.
    package var now: Duration { origin.duration(to: .now) }

    /// Stamps the record with its time of arrival, because the clocks of the parties have different origins.
    package func record(_ record: TraceRecord) {
        let met = state.withLock { state -> [Waiter] in
            var stamped = record
            stamped.at = now
            state.recording.handle(stamped)
            guard !state.waiters.isEmpty else { return [] }
            let timeline = state.recording.timeline
            let met = state.waiters.filter { $0.value.isMet(timeline) }
            for waiter in met.keys { state.waiters[waiter] = nil }
            return Array(met.values)
        }
        for waiter in met { waiter.continuation.resume() }
    }

    package func note(_ entry: LabEntry) { record(entry.record(at: .zero)) }

    /// Notes a new value of the state, if it is another one than before.
    package func note(_ value: JSONValue, for key: String) {
        guard with({ $0.timeline.state[key] ?? .null }) != value else { return }
        note(.state(key, value))
    }

    package func with<Value: Sendable>(_ body: (inout LabRecording) -> Value) -> Value {
        state.withLock { body(&$0.recording) }
    }

    /// Waits until the timeline is as wanted, or until the task is canceled.
    ///
    /// - Parameter isMet: called after each record; depends on nothing but the timeline.
    package func until(_ isMet: @escaping @Sendable (LabTimeline) -> Bool) async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !isMet(state.recording.timeline), !Task.isCancelled else { return true }
                    state.waiters[waiter] = Waiter(isMet: isMet, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.continuation.resume()
        }
    }
}
