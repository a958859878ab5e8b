internal import CallModel
internal import ExchangeCore
internal import NIOCore
internal import Synchronization

/// Counts durations in buckets, as Prometheus expects them.
struct Histogram {
    /// In seconds: from the time a good disk needs to one that stops a telephone system.
    static let bounds: [Double] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]

    private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0
    private(set) var count: UInt64 = 0

    mutating func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let value = Double(seconds) + Double(attoseconds) / 1e18
        counts[Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count] += 1
        sum += value
        count += 1
    }
}

/// The durations of API requests, by operation. Isolation: any thread.
final class APILatency: Sendable {
    private let histograms = Mutex<[String: Histogram]>([:])

    func observe(_ duration: Duration, of operation: String) {
        histograms.withLock { $0[operation, default: Histogram()].observe(duration) }
    }

    /// The histograms of operations that were requested, sorted by name.
    var all: [(operation: String, histogram: Histogram)] {
        histograms.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }
}

/// Measures how late the event loop runs tasks that are due, with a task scheduled ten times a second. It lives on the
/// event loop.
final class LoopLag {
    private static let interval = TimeAmount.milliseconds(100)

    private(set) var histogram = Histogram()
    private let eventLoop: any EventLoop

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func start() { schedule() }

    private func schedule() {
        let due = NIODeadline.now() + Self.interval
        eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            guard let self else { return }
            histogram.observe(.nanoseconds((NIODeadline.now() - due).nanoseconds))
            schedule()
        }
    }
}

/// Counts the runner's work since the start.
struct RunnerMetrics {
    var events = 0
    private(set) var callsCreated = 0
    private(set) var callsClaimed = 0
    /// By reason.
    private(set) var callsEnded: [EndReason: Int] = [:]
    private(set) var journalRecords = 0
    private(set) var journalLatency = Histogram()

    mutating func count(_ change: JournalChange) {
        journalRecords += 1
        switch change {
        case .created: callsCreated += 1
        case .claimed: callsClaimed += 1
        case .ended(let ending): callsEnded[ending.reason, default: 0] += 1
        case .legPlanned, .legRang, .legHeld, .legResumed, .legDetached, .legAttached, .legOver, .handedOver,
            .transferred, .merged:
            break
        }
    }

    mutating func journal(_ latencies: [Duration]) {
        for latency in latencies { journalLatency.observe(latency) }
    }
}

/// Counts the gateway's work since the start.
struct GatewayMetrics {
    var socketsOpened = 0
    /// By reason.
    var socketsClosed: [SocketCloseReason: Int] = [:]
    var messagesReceived = 0
    var bytesReceived = 0
    var messagesSent = 0
    var loginsAccepted = 0
    var loginsRefused = 0
    /// Passwords that were refused unchecked, because there were too many wrong ones or too many checks.
    var proofsThrottled = 0
    /// Refused requests, by the refusal's text.
    var refusals: [String: Int] = [:]

    mutating func refused(_ reason: String) {
        refusals[reason, default: 0] += 1
    }
}
