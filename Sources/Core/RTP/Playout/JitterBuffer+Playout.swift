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

/// Packets waiting to be played, found by their extended sequence number.
///
/// The payloads' storage is kept when a slot is used again, so nothing is allocated once each slot has been filled.
struct PacketRing: Sendable {
    /// 2.56 s of 20 ms packets: more than the longest delay plus any stall worth playing. A power of two.
    static let capacity = 128

    struct Slot: Sendable {
        /// Negative when empty; sequence numbers start at zero and only grow.
        var number: Int64 = .min
        /// Extended. Of no meaning for a telephone event.
        var timestamp: Int64 = 0
        var isAudio = true
        var packet = JitterBuffer.Packet()
    }

    private var slots = [Slot](repeating: Slot(), count: capacity)
    private(set) var count = 0

    private static func index(_ number: Int64) -> Int { Int(number & Int64(capacity - 1)) }

    func holds(_ number: Int64) -> Bool { slots[Self.index(number)].number == number }

    func isAudio(_ number: Int64) -> Bool { slots[Self.index(number)].isAudio }

    func timestamp(_ number: Int64) -> Int64 { slots[Self.index(number)].timestamp }

    func packet(_ number: Int64) -> JitterBuffer.Packet { slots[Self.index(number)].packet }

    mutating func insert(
        _ number: Int64, timestamp: Int64, isAudio: Bool, header: RTPHeader, payload: UnsafeRawBufferPointer
    ) {
        let index = Self.index(number)
        if slots[index].number == .min { count += 1 }
        slots[index].number = number
        slots[index].timestamp = timestamp
        slots[index].isAudio = isAudio
        slots[index].packet.header = header
        slots[index].packet.payload.removeAll(keepingCapacity: true)
        if isAudio { slots[index].packet.payload.append(contentsOf: payload) }
    }

    mutating func remove(_ number: Int64) {
        let index = Self.index(number)
        guard slots[index].number == number else { return }
        slots[index].number = .min
        count -= 1
    }

    mutating func removeAll() {
        for index in slots.indices { slots[index].number = .min }
        count = 0
    }
}

/// What a jitter buffer did. Counts of packets or frames since it was made.
public struct JitterStatistics: Hashable, Sendable {
    /// Frames played as they were received.
    public var played: UInt64 = 0
    /// Frames made up because their packet was lost or late.
    public var concealed: UInt64 = 0
    /// Frames rebuilt from the following packet's forward error correction, if it carried any.
    public var recovered: UInt64 = 0
    /// Frames of silence: before the start, during telephone events, after long losses.
    public var silent: UInt64 = 0
    /// Packets that came after their turn.
    public var late: UInt64 = 0
    public var duplicates: UInt64 = 0
    /// Frames made up to wait longer, since the delay was too short or the sender's clock is slow.
    public var inserted: UInt64 = 0
    /// Packets thrown away to wait less, since the delay was too long or the sender's clock is fast.
    public var dropped: UInt64 = 0
    /// Packets that were lost and came as a copy in a later one.
    public var repaired: UInt64 = 0
    /// Ticks of sound that were played shorter or longer, to wait less or more.
    public var stretched: UInt64 = 0
    /// Times the buffer began anew: another source, a jump of sequence or time, or an overflow.
    public var restarts: UInt64 = 0

    public init() {}
}
