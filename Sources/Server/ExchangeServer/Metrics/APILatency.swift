internal import Synchronization

/// How long requests of the API took, by operation. Isolation: any thread.
final class APILatency: Sendable {
    private let histograms = Mutex<[String: Histogram]>([:])

    func observe(_ duration: Duration, of operation: String) {
        histograms.withLock { $0[operation, default: Histogram()].observe(duration) }
    }

    /// Of operations that were asked for, by name.
    var all: [(operation: String, histogram: Histogram)] {
        histograms.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }
}
