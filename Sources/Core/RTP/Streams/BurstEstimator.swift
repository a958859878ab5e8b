/// Estimates how long packets wait in queues on the path, from the excess of round trips over the shortest lately.
struct QueueingDelayEstimator: Hashable, Sendable {
    /// The span over which the shortest round trip is looked for. Two such spans are kept.
    private static let span: Duration = .seconds(30)

    private var shortest: Duration?
    private var shortestBefore: Duration?
    private var spanStart = Duration.zero
    private(set) var smoothed = Duration.zero

    /// - Returns: the wait; zero if no round trip is known. Jitter makes single round trips long without a queue, so
    ///   three times its mean is subtracted.
    mutating func queue(of report: RateController.Report, at now: Duration) -> Duration {
        guard let roundTrip = report.roundTrip else { return .zero }
        if shortest == nil { (spanStart, smoothed) = (now, roundTrip) }
        if now - spanStart >= Self.span { (shortestBefore, shortest, spanStart) = (shortest, roundTrip, now) }
        shortest = min(shortest ?? roundTrip, roundTrip)
        smoothed += (roundTrip - smoothed) / 2
        let base = min(shortest ?? roundTrip, shortestBefore ?? roundTrip)
        return max(min(smoothed, roundTrip) - base - report.jitter * 3, .zero)
    }
}

/// Estimates whether packets are lost in bursts, from how far the losses in reports differ.
///
/// Of packets that are lost independently, the share lost in a report has the variance p(1−p)/n. Bursts multiply it:
/// in Gilbert's model by (1+r)/(1−r), where r is the correlation of neighboring packets. That is 6 for bursts of four.
struct BurstEstimator: Hashable, Sendable {
    /// The weight of the reports before: the estimate covers some twenty.
    private static let memory = 0.9
    /// The reports needed. Of so few random ones, every fiftieth set differs as much as bursts do.
    private static let reportsMin = 4
    /// The factors of the variance at which bursts begin and end.
    private static let begins = 3.0, ends = 1.8

    /// Whether the losses of late came in bursts.
    private(set) var isBursty = false
    private var weights = 0.0
    private var lossSum = 0.0
    private var spread = 0.0
    private var expectedSpread = 0.0
    private var reports = 0

    /// Notes the share of `packets` that was lost, 0…1.
    mutating func note(fractionLost: Double, ofPackets packets: Double) {
        weights = weights * Self.memory + 1
        lossSum = lossSum * Self.memory + fractionLost
        let mean = lossSum / weights
        let deviation = fractionLost - mean
        spread = spread * Self.memory + deviation * deviation * packets
        expectedSpread = expectedSpread * Self.memory + mean * (1 - mean)
        reports += 1
        guard reports >= Self.reportsMin, expectedSpread > 0 else { return }
        isBursty = spread / expectedSpread >= (isBursty ? Self.ends : Self.begins)
    }
}
