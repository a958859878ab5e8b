extension JitterBuffer {
    /// Waiting this much longer than needed is caught up at once, not packet by packet.
    static let catchUpBeyond: Duration = .milliseconds(200)

    /// How long sound is to wait here, in ticks.
    var targetTicks: Int64 {
        guard let needed = estimator.neededDelay else { return bounds.startDelay.ticks(at: clockRate) }
        let shortest = max(bounds.delayMin.ticks(at: clockRate), 2 * ticks)
        return min(max(needed + ticks, shortest), max(bounds.delayMax.ticks(at: clockRate), shortest))
    }

    /// How much sound waits here now, up to the end of the newest packet.
    public var bufferedDelay: Duration {
        guard let position else { return .zero }
        return .nanoseconds(max(newestTimestamp + ticks - position, 0) * 1_000_000_000 / Int64(clockRate))
    }

    /// Brings the delay nearer to its target: throws packets away, or asks for a frame to be made up.
    mutating func adapt(at now: Duration) -> Bool {
        guard hasPlayed, let position else { return false }
        let target = targetTicks
        if newestTimestamp - position > target + Self.catchUpBeyond.ticks(at: clockRate) {
            skip(to: newestTimestamp - target)
            return false
        }
        guard let delay = window.take(at: now) else { return false }
        if delay > target + ticks * 2, canDropNext {
            ring.remove(nextNumber)
            nextNumber += 1
            self.position = position + ticks
            statistics.dropped += 1
        } else if delay < target - ticks, !isInEvent, concealedInRow == 0 {
            statistics.inserted += 1
            return true
        }
        return false
    }

    /// Two packets in a row are here, so that leaving one out leaves no hole.
    private var canDropNext: Bool {
        ring.holds(nextNumber) && ring.isAudio(nextNumber) && ring.holds(nextNumber + 1)
            && ring.isAudio(nextNumber + 1) && ring.timestamp(nextNumber) - (position ?? 0) <= ticks / 2
    }

    private mutating func skip(to timestamp: Int64) {
        while nextNumber < highestNumber {
            if ring.holds(nextNumber), ring.isAudio(nextNumber), ring.timestamp(nextNumber) >= timestamp { break }
            if ring.holds(nextNumber) {
                statistics.dropped += 1
                ring.remove(nextNumber)
            }
            nextNumber += 1
        }
        position = timestamp
    }
}
