extension JitterBuffer {
    /// The longest concealment. Longer concealed sound becomes a drone; silence is better.
    static let concealmentMax: Duration = .milliseconds(200)
    /// The gap after which the delay is built up anew. The listener has noticed such a gap, and this is better than
    /// losing packet after packet.
    static let rebufferAfter: Duration = .milliseconds(100)
    /// The longest payload that announces a pause: an Opus packet without a frame (RFC 6716 §3.2.1, RFC 7587 §3.1.3).
    /// Packets of other codecs are longer.
    public static let pausePayloadMax = 2
    /// The longest pause of Opus without a packet. A sender refreshes its noise every 400 ms, so two of these packets are
    /// lost.
    static let pauseMax: Duration = .seconds(1)
    /// The longest pause without a packet whose noise was described. A sender may describe it once and not again until it
    /// changes (RFC 3389 §4), so the lack of packets tells nothing; a minute is more than a conversation pauses, and a
    /// peer that is gone does not sound present for ever.
    public static let describedPauseMax: Duration = .seconds(60)

    /// The next step. Every path moves `position` on by one packet.
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

    /// Plays a packet that is here, or waits for its time.
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
        pauseLimit = Self.pauseLimit(announcedBy: packet)
        concealedInRow = 0
        return .packet(packet)
    }

    private static func pauseLimit(announcedBy packet: Packet) -> Duration? {
        if packet.content == .comfortNoise { return describedPauseMax }
        return packet.payload.count <= pausePayloadMax ? pauseMax : nil
    }

    /// Handles a packet that is missing while a later one is here. Nil if no sound is needed in its place; then
    /// `nextNumber` has moved on.
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
        let isNeighbor = found == nextNumber + 1
        nextNumber = isLast ? found : nextNumber + 1
        guard isLast, isNeighbor else { return fill() }
        position = (position ?? 0) + ticks
        concealedInRow += 1
        return .recover(from: ring.packet(found))
    }

    /// Fills the time of one packet with concealment, or with noise or silence if the sender pauses.
    private mutating func fill() -> Playout {
        position = (position ?? 0) + ticks
        guard hasPlayed, !isInEvent else { return .silence }
        concealedInRow += 1
        if let pauseLimit { return concealedInRow * ticks <= pauseLimit.ticks(at: clockRate) ? .comfort : .silence }
        return concealedInRow * ticks <= Self.concealmentMax.ticks(at: clockRate) ? .conceal : .silence
    }
}

/// Packets that wait to be played, found by their extended sequence number.
///
/// The storage of payloads is kept when a slot is reused, so no memory is allocated once each slot has been filled.
struct PacketRing: Sendable {
    /// The number of slots: 2.56 s of 20 ms packets, more than the longest delay plus any stall worth playing. A
    /// power of two.
    static let capacity = 128

    struct Slot: Sendable {
        /// The extended sequence number; negative if the slot is empty. Numbers start at zero and only grow.
        var number: Int64 = .min
        /// The extended timestamp. It has no meaning for a telephone event.
        var timestamp: Int64 = 0
        var packet = JitterBuffer.Packet()
    }

    private var slots = [Slot](repeating: Slot(), count: capacity)
    private(set) var count = 0

    private static func index(_ number: Int64) -> Int { Int(number & Int64(capacity - 1)) }

    func holds(_ number: Int64) -> Bool { slots[Self.index(number)].number == number }

    func content(_ number: Int64) -> JitterBuffer.Content { slots[Self.index(number)].packet.content }

    /// Whether the packet has a place in the time of the sound: all but telephone events.
    func isAudio(_ number: Int64) -> Bool { content(number) != .telephoneEvent }

    func timestamp(_ number: Int64) -> Int64 { slots[Self.index(number)].timestamp }

    func packet(_ number: Int64) -> JitterBuffer.Packet { slots[Self.index(number)].packet }

    mutating func insert(
        _ number: Int64, timestamp: Int64, _ content: JitterBuffer.Content, header: RTPHeader,
        payload: UnsafeRawBufferPointer
    ) {
        let index = Self.index(number)
        if slots[index].number == .min { count += 1 }
        slots[index].number = number
        slots[index].timestamp = timestamp
        slots[index].packet.content = content
        slots[index].packet.header = header
        slots[index].packet.payload.removeAll(keepingCapacity: true)
        if content != .telephoneEvent { slots[index].packet.payload.append(contentsOf: payload) }
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

/// The statistics of a jitter buffer: counts of packets or frames since it was made.
public struct JitterStatistics: Hashable, Sendable {
    /// Frames played as they were received.
    public var played: UInt64 = 0
    /// Frames concealed because their packet was lost or late.
    public var concealed: UInt64 = 0
    /// Runs of concealed frames.
    public var gaps: UInt64 = 0
    /// Frames rebuilt from the following packet's forward error correction, if it carried any.
    public var recovered: UInt64 = 0
    /// Frames of noise while the sender paused, those of packets that described it among them. They are no loss.
    public var comforted: UInt64 = 0
    /// Frames of silence: before the start, during telephone events, after long losses.
    public var silent: UInt64 = 0
    /// Packets that came after their turn.
    public var late: UInt64 = 0
    /// Packets that came once more.
    public var duplicates: UInt64 = 0
    /// Frames inserted to make sound wait longer, since the delay was too short or the sender's clock is slow.
    public var inserted: UInt64 = 0
    /// Packets dropped to make sound wait less, since the delay was too long or the sender's clock is fast.
    public var dropped: UInt64 = 0
    /// Packets that were lost and arrived as a copy in a later one.
    public var repaired: UInt64 = 0
    /// Ticks by which sound was played shorter or longer.
    public var stretched: UInt64 = 0
    /// Restarts of the buffer: at another source, a jump of sequence or time, or an overflow.
    public var restarts: UInt64 = 0

    public init() {}
}
