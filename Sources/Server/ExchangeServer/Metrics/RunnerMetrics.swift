internal import CallModel
internal import ExchangeCore

/// What the runner has seen so far.
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
        case .legPlanned, .legRang, .legHeld, .legResumed, .legDetached, .legAttached, .legOver, .merged: break
        }
    }

    mutating func journal(_ latencies: [Duration]) {
        for latency in latencies { journalLatency.observe(latency) }
    }
}
