import Standins
import Synchronization

/// Keeps what a stand-in says of each request.
final class RequestLog: Sendable {
    private struct State {
        var lines: [StandinLogEntry] = []
        var waiting: (word: String, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    var lines: [StandinLogEntry] { state.withLock { $0.lines } }

    func note(_ line: StandinLogEntry) {
        let reached = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.lines.append(line)
            guard let waiting = state.waiting, line.path.contains(waiting.word) else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        reached?.resume()
    }

    /// Returns once something was asked for, while no time passes on the phone. For one who waits.
    func reaches(_ word: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.contains(where: { $0.path.contains(word) }) { return true }
                state.waiting = (word, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
