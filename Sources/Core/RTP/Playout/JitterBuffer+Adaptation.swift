extension JitterBuffer {
    /// Waiting this much longer than needed is caught up at once, not packet by packet.
    static let catchUpBeyond: Duration = .milliseconds(200)
    /// Less than the shortest period of a voice cannot be taken out or put in.
    static let stretchMin: Duration = .microseconds(2500)

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

    /// How the packet that was pulled is to be played.
    public enum Pace: Hashable, Sendable {
        case asItIs
        /// Shorter, by these ticks at most, so that sound waits less.
        case shorter(ticks: Int)
        /// Longer, by these ticks at most, so that sound waits longer.
        case longer(ticks: Int)
    }

    /// What to do with the packet pulled last. `changed(by:)` is told what was done.
    public var pace: Pace {
        guard let owed, owed.magnitude >= UInt64(Self.stretchMin.ticks(at: clockRate)) else { return .asItIs }
        return owed > 0 ? .shorter(ticks: Int(owed)) : .longer(ticks: Int(-owed))
    }

    /// The packet pulled last was played shorter by so many ticks, longer where negative. The next pull comes earlier or
    /// later for it, so that `position` needs no change.
    public mutating func changed(by ticks: Int) {
        statistics.stretched += UInt64(ticks.magnitude)
        owed = owed.map { $0 - Int64(ticks) }
        hasChanged = hasChanged || ticks != 0
    }

    /// Brings the delay nearer to its target: owes time to the packets that follow, throws one away, or asks for a frame
    /// to be made up.
    mutating func adapt(at now: Duration) -> Bool {
        guard hasPlayed, let position else { return false }
        let target = targetTicks
        if newestTimestamp - position > target + Self.catchUpBeyond.ticks(at: clockRate) {
            skip(to: newestTimestamp - target)
            return false
        }
        guard let delay = window.take(at: now) else { return false }
        let wasOwed = owed != nil
        owed = delay > target + ticks || delay < target - ticks / 2 ? delay - target : nil
        // Sound that does not repeat itself cannot be stretched.
        guard wasOwed, owed != nil, !hasChanged else {
            hasChanged = false
            return false
        }
        if delay > target + ticks * 2, canDropNext {
            ring.remove(nextNumber)
            nextNumber += 1
            self.position = position + ticks
            statistics.dropped += 1
            self.owed = nil
        } else if delay < target - ticks, !isInEvent, concealedInRow == 0 {
            statistics.inserted += 1
            self.owed = nil
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
        owed = nil
    }
}
