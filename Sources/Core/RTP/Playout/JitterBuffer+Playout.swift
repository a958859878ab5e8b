extension JitterBuffer {
    /// Made-up sound beyond this is a drone; silence is better.
    static let concealmentMax: Duration = .milliseconds(200)
    /// After a gap this long the listener has noticed; the delay is built up anew rather than lost packet by packet.
    static let rebufferAfter: Duration = .milliseconds(100)

    /// The step whose turn it is. Every path moves `position` on by one packet.
    mutating func next() -> Playout {
        guard position != nil else { return .silence }
        while nextNumber <= highestNumber {
            guard ring.holds(nextNumber) else {
                if let playout = missing() { return playout }
                continue
            }
            if ring.isAudio(nextNumber) { return present() }
            isInEvent = true
            ring.remove(nextNumber)
            nextNumber += 1
        }
        return fill()
    }

    /// The packet is here: play it, or wait for its time.
    private mutating func present() -> Playout {
        let timestamp = ring.timestamp(nextNumber)
        let wait = timestamp - (position ?? timestamp)
        if wait > ticks / 2 { return fill() }
        if -wait > Self.rebufferAfter.ticks(at: clockRate), newestTimestamp - timestamp < targetTicks {
            position = newestTimestamp - targetTicks
            if timestamp - newestTimestamp + targetTicks > ticks / 2 { return fill() }
        }
        let packet = ring.packet(nextNumber)
        ring.remove(nextNumber)
        position = timestamp + ticks
        nextNumber += 1
        hasPlayed = true
        isInEvent = false
        concealedInRow = 0
        return .packet(packet)
    }

    /// The packet is not here, but a later one is. Nil when its turn needs no sound, with `nextNumber` moved on.
    private mutating func missing() -> Playout? {
        var found = nextNumber + 1
        while found < highestNumber, !ring.holds(found) { found += 1 }
        guard ring.isAudio(found) else {
            if isInEvent || !hasPlayed {
                nextNumber = found
                return nil
            }
            nextNumber += 1
            return fill()
        }
        let gap = ring.timestamp(found) - (position ?? 0)
        if gap <= ticks / 2 || isInEvent || !hasPlayed {
            nextNumber = found
            return nil
        }
        let isLast = gap <= ticks * 3 / 2
        let isNeighbour = found == nextNumber + 1
        nextNumber = isLast ? found : nextNumber + 1
        guard isLast, isNeighbour else { return fill() }
        position = (position ?? 0) + ticks
        concealedInRow += 1
        return .recover(from: ring.packet(found))
    }

    /// One packet's worth of made-up sound or silence.
    private mutating func fill() -> Playout {
        position = (position ?? 0) + ticks
        guard hasPlayed, !isInEvent else { return .silence }
        concealedInRow += 1
        return concealedInRow * ticks <= Self.concealmentMax.ticks(at: clockRate) ? .conceal : .silence
    }
}
