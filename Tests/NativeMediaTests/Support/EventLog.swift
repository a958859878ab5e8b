import MediaEngine
import Synchronization

/// Everything a connection reported, and who waits for what comes next.
final class EventLog: Sendable {
    private struct State {
        var events: [MediaEvent] = []
        var taken: Set<Int> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isEnded = false
    }

    private let state = Mutex(State())

    var all: [MediaEvent] { state.withLock { $0.events } }

    /// Names of the events, without what they hold.
    var summary: String {
        all.map { event in
            if case .stateChanged(let state) = event { return "\(state)" }
            return String("\(event)".prefix { $0 != "(" })
        }.joined(separator: " ")
    }

    func append(_ event: MediaEvent) { wake { $0.events.append(event) } }

    func end() { wake { $0.isEnded = true } }

    private func wake(_ change: (inout sending State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The first event not taken yet that `pick` wants; it is taken then.
    func next<T: Sendable>(_ pick: @Sendable (MediaEvent) -> T?) async throws -> T {
        // on purpose: each round follows an event that came
        while true {
            let found: (T?, Bool, Int) = state.withLock { state in
                for (index, event) in state.events.enumerated() where !state.taken.contains(index) {
                    guard let value = pick(event) else { continue }
                    state.taken.insert(index)
                    return (value, true, 0)
                }
                return (nil, state.isEnded, state.events.count)
            }
            if let value = found.0 { return value }
            if found.1 || Task.isCancelled { throw CancellationError() }
            await pause(whileCountIs: found.2)
        }
    }

    private func pause(whileCountIs count: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isEnded || Task.isCancelled || state.events.count != count { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake { _ in }
        }
    }
}
