/// Puts received packets back in order and time, and says what to do where one is missing.
///
/// Playing is a clock of timestamps: `position` is the timestamp whose turn it is, and every `pull` moves it on by one
/// packet. The delay follows what the network needs, within `Bounds`, and clocks that run apart are evened out: `pace`
/// asks for packets to be played a little shorter or longer, and where they cannot be, a frame is left out or made up.
/// Telephone events use up sequence numbers but have no sound: they are passed over, and where one is lost nothing is
/// concealed.
///
/// Pull whenever less than 20 ms of decoded sound is left; each answer stands for `packetTicks` of sound. A packet's
/// payload should be let go of before the next push: then nothing is allocated in steady state.
public struct JitterBuffer: Sendable {
    /// How long sound may wait here.
    public struct Bounds: Hashable, Sendable {
        /// Before the first packet is played. Three packets of 20 ms: two may be late and nobody hears it.
        public var startDelay: Duration = .milliseconds(60)
        /// On the best network: one packet playing, one waiting.
        public var delayMin: Duration = .milliseconds(40)
        /// On the worst. Beyond this conversation suffers more from delay than from gaps.
        public var delayMax: Duration = .milliseconds(400)

        public init() {}
    }

    /// A packet to decode.
    public struct Packet: Hashable, Sendable {
        public var header = RTPHeader(payloadType: 0, sequenceNumber: 0, timestamp: 0, source: 0)
        public var payload: [UInt8] = []

        public init() {}
    }

    /// What a packet carries.
    public enum Content: Hashable, Sendable { case audio, telephoneEvent }

    /// What became of a packet.
    public enum Arrival: Hashable, Sendable {
        case queued
        case duplicate
        /// Its turn is over.
        case late
        /// Queued as the first of a new source or sequence; the decoder should be reset.
        case restarted
        /// A wild sequence number, waiting for a second one to confirm it.
        case doubtful
    }

    /// What to play for the next `packetTicks`.
    public enum Playout: Hashable, Sendable {
        case packet(Packet)
        /// The packet is lost, but this following one is here: its forward error correction may hold the lost one.
        /// It is not used up and comes with the next pull.
        case recover(from: Packet)
        /// Make something up from what was heard last.
        case conceal
        case silence
    }

    public let bounds: Bounds
    /// In hertz.
    public let clockRate: UInt32
    /// Ticks of one packet, learnt from consecutive timestamps; 20 ms until then.
    public var packetTicks: UInt32 { UInt32(clamping: ticks) }
    public internal(set) var statistics = JitterStatistics()

    var ring = PacketRing()
    var estimator: DelayEstimator
    var ticks: Int64
    /// The timestamp whose turn is next; nil before the first packet.
    var position: Int64?
    /// The sequence number whose turn is next.
    var nextNumber: Int64 = 0
    var highestNumber: Int64 = 0
    var newestTimestamp: Int64 = 0
    var hasPlayed = false
    var isInEvent = false
    var concealedInRow: Int64 = 0
    var window = DelayWindow()
    private var source: UInt32?
    private var sequence = SequenceExtender()
    private var lastPull: Duration?
    private var candidateTicks: Int64 = 0
    /// By how much sound waits too long, or too short where negative; nil while that is near enough.
    var owed: Int64?
    /// Which of the 64 packets up to the newest have come, the newest in the lowest bit.
    private var arrived: UInt64 = 0
    private var arrivedNewest: Int64 = -64
    /// Whether anything was stretched since that was looked at.
    var hasChanged = false

    public init(clockRate: UInt32, bounds: Bounds = Bounds()) {
        self.clockRate = clockRate
        self.bounds = bounds
        estimator = DelayEstimator(clockRate: clockRate)
        ticks = Int64(clockRate / 50)
    }

    /// Takes a packet as it arrives.
    public mutating func push(
        _ header: RTPHeader, payload: UnsafeRawBufferPointer, content: Content = .audio, at now: Duration
    ) -> Arrival {
        var restarted = false
        if let source, source != header.source {
            restart()
            restarted = true
        }
        source = header.source
        let number: Int64
        switch sequence.extend(header.sequenceNumber) {
        case .doubtful: return .doubtful
        case .extended(let extended): number = extended
        case .restarted(let first):
            if position != nil || ring.count > 0 { restart(keepingSequence: true) }
            restarted = restarted || statistics.played > 0
            number = first
            (arrived, arrivedNewest) = (0, first - 64)
            (nextNumber, highestNumber) = (first, first)
        }
        noteArrival(of: number)
        let arrival =
            content == .audio
            ? pushAudio(number, header, payload, at: now) : pushEvent(number, header, payload)
        return restarted && arrival == .queued ? .restarted : arrival
    }

    /// Takes a copy of an earlier packet out of a packet that was pushed just now (RFC 2198).
    ///
    /// Its number follows from its time: our senders, and a browser's, repeat only what was sent packet by packet. A copy
    /// of what came, or of what was played without it, changes nothing.
    /// - Parameters:
    ///   - header: of the packet it came in.
    ///   - offset: how much earlier it was, in ticks.
    public mutating func pushCopy(
        behind header: RTPHeader, offset: UInt32, payload: UnsafeRawBufferPointer, at now: Duration
    ) {
        guard source == header.source, position != nil, !payload.isEmpty, Int64(offset) % ticks == 0,
            let newest = sequence.highest
        else { return }
        let behind = Int64(UInt16(truncatingIfNeeded: newest) &- header.sequenceNumber)
        let number = newest - behind - Int64(offset) / ticks
        guard behind <= Int64(SequenceExtender.misorderMax), !hasCome(number), !ring.holds(number) else { return }
        let timestamp = extend(header.timestamp &- offset)
        noteArrival(of: number)
        guard number >= nextNumber else {
            // Too late, but the delay grows for the next like it.
            _ = estimator.note(timestamp: timestamp, at: now)
            return
        }
        let excess = estimator.note(timestamp: timestamp, at: now)
        if let position = positionNow(at: now) { window.note(timestamp - position + excess) }
        var earlier = header
        earlier.timestamp = header.timestamp &- offset
        earlier.sequenceNumber = UInt16(truncatingIfNeeded: number)
        ring.insert(number, timestamp: timestamp, isAudio: true, header: earlier, payload: payload)
        statistics.repaired += 1
    }

    /// Whether a packet came, or its copy; true of those too old to be known.
    private func hasCome(_ number: Int64) -> Bool {
        let behind = arrivedNewest - number
        return behind >= 0 && (behind >= 64 || arrived & (1 << UInt64(behind)) != 0)
    }

    private mutating func noteArrival(of number: Int64) {
        let ahead = number - arrivedNewest
        if ahead > 0 {
            arrived = ahead < 64 ? arrived << UInt64(ahead) | 1 : 1
            arrivedNewest = number
        } else if ahead > -64 {
            arrived |= 1 << UInt64(-ahead)
        }
    }

    private mutating func pushEvent(
        _ number: Int64, _ header: RTPHeader, _ payload: UnsafeRawBufferPointer
    ) -> Arrival {
        if let refusal = refusal(of: number) { return refusal }
        if number - nextNumber >= Int64(PacketRing.capacity) { overflow(at: number) }
        highestNumber = max(highestNumber, number)
        ring.insert(number, timestamp: 0, isAudio: false, header: header, payload: payload)
        return .queued
    }

    private mutating func pushAudio(
        _ number: Int64, _ header: RTPHeader, _ payload: UnsafeRawBufferPointer, at now: Duration
    ) -> Arrival {
        let timestamp = extend(header.timestamp)
        // Before anything was played, an earlier packet than the first to arrive is welcome.
        if !hasPlayed, position != nil, number < nextNumber, nextNumber - number < Int64(PacketRing.capacity) / 2 {
            nextNumber = number
            position = min(position ?? timestamp, firstPosition(for: timestamp, at: now))
        }
        if let refusal = refusal(of: number) {
            if refusal == .late { _ = estimator.note(timestamp: timestamp, at: now) }
            return refusal
        }
        if number - nextNumber >= Int64(PacketRing.capacity) { overflow(at: number) }
        if isOutOfTime(timestamp, at: now) {
            restart(keepingSequence: true)
            (nextNumber, highestNumber) = (number, number)
        }
        if position == nil { begin(with: timestamp, at: now) }
        highestNumber = max(highestNumber, number)
        newestTimestamp = max(newestTimestamp, timestamp)
        let excess = estimator.note(timestamp: timestamp, at: now)
        if let position = positionNow(at: now) { window.note(timestamp - position + excess) }
        learnTicks(number, timestamp)
        ring.insert(number, timestamp: timestamp, isAudio: true, header: header, payload: payload)
        return .queued
    }

    private mutating func refusal(of number: Int64) -> Arrival? {
        if number < nextNumber {
            statistics.late += 1
            return .late
        }
        if ring.holds(number) {
            statistics.duplicates += 1
            return .duplicate
        }
        return nil
    }

    private func extend(_ timestamp: UInt32) -> Int64 {
        guard position != nil else { return Int64(timestamp) }
        let difference = Int32(bitPattern: timestamp &- UInt32(truncatingIfNeeded: newestTimestamp))
        return newestTimestamp + Int64(difference)
    }

    /// Where playing is between two pulls, so that arrivals are judged alike whenever they come.
    private func positionNow(at now: Duration) -> Int64? {
        guard let position, let lastPull else { return position }
        return position - ticks + min(max((now - lastPull).ticks(at: clockRate), 0), ticks)
    }

    /// Whether a timestamp is so far from its turn that the sender must have set its clock anew.
    private func isOutOfTime(_ timestamp: Int64, at now: Duration) -> Bool {
        guard let position else { return false }
        let farthest = ticks * Int64(PacketRing.capacity) + Int64(clockRate)
        return (timestamp - position).magnitude > UInt64(farthest)
    }

    /// Believes a distance between neighbours once it was seen twice.
    private mutating func learnTicks(_ number: Int64, _ timestamp: Int64) {
        guard ring.holds(number - 1), ring.isAudio(number - 1) else { return }
        let distance = timestamp - ring.timestamp(number - 1)
        // RFC 7587 and RFC 3551 allow 2.5 to 120 ms.
        guard distance >= Int64(clockRate) / 400, distance <= Int64(clockRate) * 12 / 100 else { return }
        if distance == candidateTicks { ticks = distance }
        candidateTicks = distance
    }

    /// Where playing must be at the next pull so that `timestamp` waits for the delay wanted, give or take half a
    /// packet.
    private func firstPosition(for timestamp: Int64, at now: Duration) -> Int64 {
        let sincePull = lastPull.map { min(max((now - $0).ticks(at: clockRate), 0), ticks) } ?? 0
        return timestamp - targetTicks + ticks - sincePull
    }

    private mutating func begin(with timestamp: Int64, at now: Duration) {
        position = firstPosition(for: timestamp, at: now)
        newestTimestamp = timestamp
        window = DelayWindow()
        owed = nil
        concealedInRow = 0
    }

    /// Nobody pulled, or a very long burst came: what is here is too old to be played.
    private mutating func overflow(at number: Int64) {
        restart(keepingSequence: true)
        (nextNumber, highestNumber) = (number, number)
    }

    /// Forgets the stream, but not what the network is like.
    private mutating func restart(keepingSequence: Bool = false) {
        statistics.restarts += 1
        statistics.dropped += UInt64(ring.count)
        ring.removeAll()
        position = nil
        hasPlayed = false
        isInEvent = false
        candidateTicks = 0
        estimator = DelayEstimator(clockRate: clockRate)
        if !keepingSequence { sequence = SequenceExtender() }
    }

    /// What to play next. `now` is the media clock's.
    public mutating func pull(at now: Duration) -> Playout {
        lastPull = now
        if adapt(at: now) { return .conceal }
        let playout = next()
        switch playout {
        case .packet: statistics.played += 1
        case .recover: statistics.recovered += 1
        case .conceal: statistics.concealed += 1
        case .silence: statistics.silent += 1
        }
        return playout
    }
}
