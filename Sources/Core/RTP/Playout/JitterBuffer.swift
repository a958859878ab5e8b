/// Puts received packets back into order and time, and decides what to play if one is missing.
///
/// Playing follows a clock of timestamps: `position` is the timestamp to play next, and each `pull` moves it on by
/// one packet. The delay follows the needs of the network, within `Bounds`. Clocks that drift apart are evened out:
/// `pace` asks for packets to be played a little shorter or longer, and if they cannot be, a packet is dropped or a
/// frame inserted. Telephone events use up sequence numbers but have no sound: they are skipped, and a lost one is
/// not concealed.
///
/// Pull whenever less than 20 ms of decoded sound is left. Each answer stands for `packetTicks` of sound. The caller
/// should release a packet's payload before the next push, so that no memory is allocated.
public struct JitterBuffer: Sendable {
    /// The bounds of the delay in the buffer.
    public struct Bounds: Hashable, Sendable {
        /// The delay before the first packet is played: three packets of 20 ms, of which two may be late without a
        /// gap.
        public var startDelay: Duration = .milliseconds(60)
        /// The delay on the best network: one packet plays and one waits.
        public var delayMin: Duration = .milliseconds(40)
        /// The delay on the worst network. A longer delay hurts a conversation more than gaps do.
        public var delayMax: Duration = .milliseconds(400)

        public init() {}
    }

    /// A packet to decode.
    public struct Packet: Hashable, Sendable {
        /// The header, with the payload type by which to decode.
        public var header = RTPHeader(payloadType: 0, sequenceNumber: 0, timestamp: 0, source: 0)
        /// The payload without padding.
        public var payload: [UInt8] = []
        /// Whether the payload is sound or describes noise.
        public var content = Content.audio

        public init() {}
    }

    /// The content of a packet.
    public enum Content: Hashable, Sendable {
        case audio
        case telephoneEvent
        /// A description of the noise in the pause that begins or goes on with it (RFC 3389).
        case comfortNoise
    }

    /// The result of a push.
    public enum Arrival: Hashable, Sendable {
        case queued
        case duplicate
        /// The packet came after its turn.
        case late
        /// The packet was queued as the first of a new source or sequence. The decoder should be reset.
        case restarted
        /// The sequence number jumped, and is trusted only if a second packet confirms it.
        case doubtful
    }

    /// The sound to play for the next `packetTicks`.
    public enum Playout: Hashable, Sendable {
        /// Decode the packet. If it describes noise, play that noise.
        case packet(Packet)
        /// The packet is lost, but the following one is here: its forward error correction may hold the lost one. The
        /// following one comes again with the next pull.
        case recover(from: Packet)
        /// Conceal the loss with sound made from the last packets.
        case conceal
        /// The sender pauses (discontinuous transmission): play its background noise.
        case comfort
        case silence
    }

    /// The bounds of the delay.
    public let bounds: Bounds
    /// The clock rate in hertz.
    public let clockRate: UInt32
    /// The ticks of one packet, learned from consecutive timestamps; 20 ms until then.
    public var packetTicks: UInt32 { UInt32(clamping: ticks) }
    /// The counts since the buffer was made.
    public internal(set) var statistics = JitterStatistics()

    var ring = PacketRing()
    var estimator: DelayEstimator
    var ticks: Int64
    /// The timestamp to play next; nil before the first packet.
    var position: Int64?
    /// The sequence number to play next.
    var nextNumber: Int64 = 0
    var highestNumber: Int64 = 0
    var newestTimestamp: Int64 = 0
    var hasPlayed = false
    var isInEvent = false
    /// The longest time without a packet of the pause that the packet played last announced; nil if it announced none.
    var pauseLimit: Duration?
    var concealedInRow: Int64 = 0
    var window = DelayWindow()
    private var source: UInt32?
    private var sequence = SequenceExtender()
    private var lastPull: Duration?
    private var candidateTicks: Int64 = 0
    /// How much too long sound waits, in ticks; too short if negative; nil while it is near enough to the target.
    var owed: Int64?
    /// Which of the last 64 packets have arrived, the newest in the lowest bit.
    private var arrived: UInt64 = 0
    private var arrivedNewest: Int64 = -64
    /// Whether a packet was stretched since the last check.
    var hasChanged = false

    public init(clockRate: UInt32, bounds: Bounds = Bounds()) {
        self.clockRate = clockRate
        self.bounds = bounds
        estimator = DelayEstimator(clockRate: clockRate)
        ticks = Int64(clockRate / 50)
    }

    /// Takes a packet when it arrives.
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
            content == .telephoneEvent
            ? pushEvent(number, header, payload) : pushAudio(number, header, payload, content, at: now)
        return restarted && arrival == .queued ? .restarted : arrival
    }

    /// Takes a copy of an earlier packet from a packet that was just pushed (RFC 2198).
    ///
    /// The sequence number of the copy follows from its time: our senders and browsers repeat only packets sent one
    /// after the other. A copy of a packet that has arrived, or whose turn is over, is not played.
    ///
    /// - Parameters:
    ///   - header: of the packet that carried the copy.
    ///   - offset: how much earlier the copied packet was sent, in ticks.
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
            // The copy is too late, but the delay grows for later ones.
            _ = estimator.note(timestamp: timestamp, at: now)
            return
        }
        let excess = estimator.note(timestamp: timestamp, at: now)
        if let position = positionNow(at: now) { window.note(timestamp - position + excess) }
        var earlier = header
        earlier.timestamp = header.timestamp &- offset
        earlier.sequenceNumber = UInt16(truncatingIfNeeded: number)
        ring.insert(number, timestamp: timestamp, .audio, header: earlier, payload: payload)
        statistics.repaired += 1
    }

    /// Whether a packet or its copy has arrived. True of packets too old to be known.
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
        ring.insert(number, timestamp: 0, .telephoneEvent, header: header, payload: payload)
        return .queued
    }

    private mutating func pushAudio(
        _ number: Int64, _ header: RTPHeader, _ payload: UnsafeRawBufferPointer, _ content: Content, at now: Duration
    ) -> Arrival {
        let timestamp = extend(header.timestamp)
        // Until the first packet is played, packets from before it are accepted.
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
        if content == .audio { learnTicks(number, timestamp) }
        ring.insert(number, timestamp: timestamp, content, header: header, payload: payload)
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

    /// The position between two pulls, so that all arrivals are judged alike.
    private func positionNow(at now: Duration) -> Int64? {
        guard let position, let lastPull else { return position }
        return position - ticks + min(max((now - lastPull).ticks(at: clockRate), 0), ticks)
    }

    /// Whether a timestamp is so far from its turn that the sender must have restarted its clock.
    private func isOutOfTime(_ timestamp: Int64, at now: Duration) -> Bool {
        guard let position else { return false }
        let farthest = ticks * Int64(PacketRing.capacity) + Int64(clockRate)
        return (timestamp - position).magnitude > UInt64(farthest)
    }

    /// Learns the distance between consecutive packets of sound once it was seen twice. A description of noise tells
    /// nothing of it: libwebrtc sends one each 100 ms.
    private mutating func learnTicks(_ number: Int64, _ timestamp: Int64) {
        guard ring.holds(number - 1), ring.content(number - 1) == .audio else { return }
        let distance = timestamp - ring.timestamp(number - 1)
        // RFC 7587 and RFC 3551 allow 2.5 to 120 ms.
        guard distance >= Int64(clockRate) / 400, distance <= Int64(clockRate) * 12 / 100 else { return }
        if distance == candidateTicks { ticks = distance }
        candidateTicks = distance
    }

    /// The position for the next pull with which `timestamp` has the wanted delay, within half a packet.
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

    /// Restarts because pulls stopped or a very long burst came: the packets here are too old to be played.
    private mutating func overflow(at number: Int64) {
        restart(keepingSequence: true)
        (nextNumber, highestNumber) = (number, number)
    }

    /// Forgets the stream, but keeps the statistics and the learned packet length.
    private mutating func restart(keepingSequence: Bool = false) {
        statistics.restarts += 1
        statistics.dropped += UInt64(ring.count)
        ring.removeAll()
        position = nil
        hasPlayed = false
        isInEvent = false
        pauseLimit = nil
        candidateTicks = 0
        estimator = DelayEstimator(clockRate: clockRate)
        if !keepingSequence { sequence = SequenceExtender() }
    }

    /// Decides what to play next.
    ///
    /// - Parameter now: the time of the media clock.
    public mutating func pull(at now: Duration) -> Playout {
        lastPull = now
        if adapt(at: now) { return .conceal }
        let playout = next()
        switch playout {
        case .packet(let packet) where packet.content == .comfortNoise: statistics.comforted += 1
        case .packet: statistics.played += 1
        case .recover: statistics.recovered += 1
        case .conceal:
            statistics.concealed += 1
            if concealedInRow <= 1 { statistics.gaps += 1 }
        case .comfort: statistics.comforted += 1
        case .silence: statistics.silent += 1
        }
        return playout
    }
}
