import RTP

/// A network that delays, loses, doubles and reorders packets, the same way for the same seed.
struct NetworkModel {
    var delayMilliseconds = 30.0
    /// Added to the delay, evenly spread.
    var jitterMilliseconds = 0.0
    var loss = 0.0
    /// Chance that a loss is followed by another.
    var lossContinues = 0.0
    var duplication = 0.0
    /// Chance that a packet takes 60 ms longer and is overtaken.
    var reordering = 0.0
    /// Packets do not overtake one another unless `reordering` says so.
    var keepsOrder = true
    /// The sender's clock against ours: 1.0002 is 200 ppm fast.
    var senderClock = 1.0
    /// From when to when nothing passes; it arrives all at once afterwards.
    var stall: ClosedRange<Double>?

    struct Delivery {
        var number: Int
        var milliseconds: Double
    }

    /// What arrives of `count` packets of 20 ms, in order of arrival.
    func deliveries(count: Int, seed: UInt64) -> [Delivery] {
        var random = SeededGenerator(seed: seed)
        var deliveries: [Delivery] = []
        var latest = 0.0
        var wasLost = false
        for number in 0..<count {
            wasLost = random.unit() < (wasLost && lossContinues > 0 ? lossContinues : loss)
            if wasLost { continue }
            var arrival = Double(number) * 20 / senderClock + delayMilliseconds + random.unit() * jitterMilliseconds
            if let stall, stall.contains(arrival) { arrival = stall.upperBound }
            if random.unit() < reordering {
                arrival += 60
            } else if keepsOrder {
                arrival = max(arrival, latest)
                latest = arrival
            }
            deliveries.append(Delivery(number: number, milliseconds: arrival))
            if random.unit() < duplication {
                deliveries.append(Delivery(number: number, milliseconds: arrival + random.unit() * 30))
            }
        }
        return deliveries.enumerated()
            .sorted { ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset) }
            .map(\.element)
    }
}
