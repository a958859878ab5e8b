/// Decides how our sound is encoded, packed and protected, from what the peer's reports say of the way to it.
///
/// Reports tell of loss and of the round trip. A queue that fills is told from a network that loses at random by the
/// round trip, which grows before a queue overflows. Much loss without that may be a queue that was full from the begin, so
/// fewer bits are tried: a network that loses as much then loses at random. A narrow network gets fewer bits and longer
/// packets, for the headers of fifty packets a second alone take 20 kbit/s. A lossy one gets each frame again in later
/// packets where the peer takes that, and in-band error correction otherwise. More bits and more copies are trials as well:
/// they are taken back when the network answers with loss or with a queue.
public struct RateController: Hashable, Sendable {
    /// What the peer and our configuration admit.
    public struct Abilities: Hashable, Sendable {
        /// Of the encoder, without headers.
        public var bitsPerSecondMax = 32_000
        /// Whether the peer takes redundant packets (RFC 2198).
        public var takesCopies = false
        /// Whether packets may be longer than 20 ms: Opus may, and only where the peer does not limit them.
        public var takesLongPackets = true

        public init() {}
    }

    /// How sound is sent.
    public struct Plan: Hashable, Sendable {
        /// Of the encoder, without headers.
        public var bitsPerSecond: Int
        /// Frames of 20 ms in a packet: 1, 2 or 3.
        public var framesPerPacket: Int
        /// Percent of loss that in-band error correction is made for; zero leaves it out.
        public var expectedLossPercent: Int
        /// How many earlier packets each packet repeats: 0, 1 or 2.
        public var copies: Int
    }

    /// What a report of the peer says of what it hears of us.
    public struct Report: Hashable, Sendable {
        /// Lost since the report before, 0…1.
        public var fractionLost: Double
        /// nil until it is known.
        public var roundTrip: Duration?
        /// Interarrival jitter.
        public var jitter: Duration

        public init(fractionLost: Double, roundTrip: Duration? = nil, jitter: Duration = .zero) {
            self.fractionLost = fractionLost
            self.roundTrip = roundTrip
            self.jitter = jitter
        }
    }

    struct Level {
        var bitsPerSecond: Int
        var framesPerPacket: Int
    }

    /// From an open network to one of 24 kbit/s and less.
    static let levels = [(32, 1), (24, 1), (24, 2), (16, 2), (12, 3), (8, 3)].map { kilobits, frames in
        Level(bitsPerSecond: kilobits * 1000, framesPerPacket: frames)
    }
    /// With copies each frame is sent two or three times, so that each gets fewer bits.
    static let bitsWithCopies = [32_000, 24_000, 20_000]
    /// Opus takes bits from the sound for more than this, and loss of a tenth and more sounded no better for it (PESQ).
    static let correctedLossPercent = 5
    /// Reports within this time after a step down tell of the queue that was there before.
    static let settling: Duration = .milliseconds(2500)
    /// How long a network must have been quiet before more is tried, and at most after trials that failed.
    static let patience: Duration = .seconds(10)
    static let patienceMax: Duration = .seconds(120)
    /// How long a trial is watched, and how many reports of it are, as browsers report every five seconds only.
    static let trialTime: Duration = .seconds(8)
    static let trialReports = 3
    /// How long copies are left out after they made a network narrow.
    static let copiesBarred: Duration = .seconds(30)
    /// Browsers report every five seconds.
    static let reportsMissed: Duration = .seconds(12)
    /// As much loss as may come from a queue that overflows.
    static let muchLoss = 0.1

    private enum Trial: Hashable {
        case moreBits
        case fewerBits(from: Int)
        case copies
    }

    public private(set) var plan: Plan
    private var abilities = Abilities()
    private var level = 0
    private var copies = 0
    /// Smoothed, 0…1.
    private var loss = 0.0
    private var reports = 0
    private var lastReport: Duration?
    /// Between the last two reports.
    private var interval = Duration.zero
    /// Loss that fewer bits did not mend.
    private var randomLoss = 0.0
    private var roundTrips = QueueEstimator()
    private var trial: Trial?
    private var trialBegin = Duration.zero
    /// Of reports since the trial settled; the first of them tells of the time before as well, and is left out.
    private var trialLosses: [Double]?
    private var lossBefore = 0.0
    private var roundTripBefore = Duration.zero
    private var waits = patience
    private var quietSince = Duration.zero
    private var settlesAt = Duration.zero
    private var copiesAllowedAt = Duration.zero
    private var lossyAt = Duration.zero

    public init() {
        plan = Plan(bitsPerSecond: 32_000, framesPerPacket: 1, expectedLossPercent: 0, copies: 0)
    }

    /// Something else was agreed with the peer.
    public mutating func follow(_ abilities: Abilities) {
        self.abilities = abilities
        if !abilities.takesCopies { copies = 0 }
        replan()
    }

    /// Another way to the peer: what is known of the one before says nothing of it.
    public mutating func forgetNetwork() {
        let abilities = abilities
        self = RateController()
        follow(abilities)
    }

    public mutating func handle(_ report: Report, at now: Duration) {
        let queue = roundTrips.queue(of: report, at: now)
        note(report, at: now)
        if let trial {
            judge(trial, report, queue, at: now)
        } else if queue >= .milliseconds(300) || (queue >= .milliseconds(100) && report.fractionLost >= 0.02) {
            if now >= settlesAt { retreat(report, at: now) }
        } else if isMuch(loss), loss > 1.5 * randomLoss + 0.05, level < Self.levels.count - 1 {
            begin(.fewerBits(from: level), at: now)
            retreat(report, at: now)
        } else {
            protect(at: now)
            advance(at: now)
        }
        replan()
    }

    /// Time passed while we send and the peer is heard, about once a second. Reports that stop then are lost, and much of
    /// our sound with them: as if half of it were.
    public mutating func pass(at now: Duration) {
        guard let lastReport, now - max(lastReport, settlesAt) >= Self.reportsMissed else { return }
        trial = nil
        retreat(Report(fractionLost: 0.5), at: now)
        replan()
    }

    /// We send nothing now: a peer has nothing to report of, which says nothing of the network.
    public mutating func pause() { lastReport = nil }

    private mutating func note(_ report: Report, at now: Duration) {
        if reports == 0 { (loss, quietSince) = (report.fractionLost, now) }
        loss += (report.fractionLost - loss) * 0.3
        reports += 1
        interval = lastReport.map { now - $0 } ?? .zero
        lastReport = now
        if loss >= 0.005 { lossyAt = now } else if now - lossyAt >= Self.patience { randomLoss = 0 }
    }

    private mutating func begin(_ trial: Trial, at now: Duration) {
        (self.trial, trialBegin, trialLosses) = (trial, now, nil)
        (lossBefore, roundTripBefore) = (loss, roundTrips.smoothed)
    }

    private mutating func judge(_ trial: Trial, _ report: Report, _ queue: Duration, at now: Duration) {
        collect(report, of: trial, at: now)
        let losses = trialLosses ?? []
        if case .fewerBits(let from) = trial {
            if losses.count >= Self.trialReports { settle(losses, from, at: now) }
        } else if queue >= .milliseconds(80) || isWorse(losses) {
            self.trial = nil
            if trial == .moreBits { waits = min(waits * 2, Self.patienceMax) }
            retreat(report, at: now)
        } else if now - trialBegin >= Self.trialTime, losses.count >= Self.trialReports {
            self.trial = nil
            passed(trial)
        }
    }

    private mutating func collect(_ report: Report, of trial: Trial, at now: Duration) {
        let since = now - trialBegin
        guard trialLosses != nil else {
            if since >= .seconds(1) { trialLosses = [] }
            return
        }
        if case .fewerBits = trial, since < Self.settling { return }
        trialLosses?.append(report.fractionLost)
    }

    /// Whether more of everything brought more loss. Seconds of it differ by much where it comes in bursts; a report of
    /// several has evened that out.
    private func isWorse(_ losses: [Double]) -> Bool {
        let rise = losses.reduce(0, +) / Double(max(losses.count, 1)) - lossBefore
        let isLong = interval >= .seconds(3)
        return losses.count >= (isLong ? 2 : 4) && rise >= max(Self.muchLoss, lossBefore)
            || isLong && losses.count == 1 && rise >= 0.25
    }

    /// Fewer bits were tried: they stay where they helped, and become fewer still where some loss is left.
    private mutating func settle(_ losses: [Double], _ before: Int, at now: Duration) {
        trial = nil
        // One report that was late tells of a time that is over.
        let latest = losses.sorted().prefix(2).reduce(0, +) / 2
        if !hasHelped(losses, latest) {
            (level, randomLoss) = (before, lossBefore)
        } else if latest >= 0.02, level < Self.levels.count - 1 {
            begin(.fewerBits(from: level), at: now)
            level += 1
        }
    }

    /// Whether fewer bits emptied a queue, or ended the loss. Loss at random comes in bursts and has seconds without any, so
    /// that less of it proves nothing unless it was great.
    private func hasHelped(_ losses: [Double], _ latest: Double) -> Bool {
        roundTripBefore - roundTrips.smoothed >= .milliseconds(60) || losses.allSatisfy { $0 < 0.02 }
            || (lossBefore >= 2.5 * Self.muchLoss && latest < lossBefore / 3)
    }

    /// Loss that more of everything did not make worse comes at random.
    private mutating func passed(_ trial: Trial) {
        if trial == .copies { randomLoss = max(randomLoss, loss) } else { waits = Self.patience }
    }

    /// One report or two say little where the loss is not great.
    private func isMuch(_ loss: Double) -> Bool {
        loss >= (reports < 3 ? 2.5 * Self.muchLoss : Self.muchLoss)
    }

    /// Copies go first, then bits: at once as many as did not get through.
    private mutating func retreat(_ report: Report, at now: Duration) {
        quietSince = now
        settlesAt = now + Self.settling
        guard copies == 0 else {
            copies = 0
            copiesAllowedAt = now + Self.copiesBarred
            return
        }
        let through = total(of: level) * (1 - report.fractionLost) * 0.8
        let next = Self.levels.indices.first { index in
            index > level && (report.fractionLost < 0.1 || total(of: index) <= through)
        }
        level = next ?? Self.levels.count - 1
    }

    /// With 50 bytes of IP, UDP, RTP and SRTP for each packet, in bits a second.
    private func total(of index: Int) -> Double {
        let level = Self.levels[index]
        let packets = 50 / (abilities.takesLongPackets ? level.framesPerPacket : 1)
        let bits = index == 0 ? abilities.bitsPerSecondMax : min(level.bitsPerSecond, abilities.bitsPerSecondMax)
        return Double(bits + packets * 50 * 8)
    }

    /// Copies where the network is wide and loses; none again once it has lost nothing for a while.
    private mutating func protect(at now: Duration) {
        let wanted = loss >= 0.05 ? 2 : loss >= 0.015 ? 1 : 0
        if wanted > copies, abilities.takesCopies, level == 0, now >= copiesAllowedAt {
            begin(.copies, at: now)
            copies = wanted
        } else if copies > 0, now - lossyAt >= Self.patience {
            copies = 0
        }
    }

    private mutating func advance(at now: Duration) {
        guard level > 0, trial == nil, loss < randomLoss + 0.02, now - quietSince >= waits else { return }
        level -= 1
        quietSince = now
        begin(.moreBits, at: now)
    }

    private mutating func replan() {
        let level = Self.levels[level]
        let bits = copies > 0 ? Self.bitsWithCopies[copies] : level.bitsPerSecond
        plan = Plan(
            bitsPerSecond: self.level == 0 && copies == 0
                ? abilities.bitsPerSecondMax : min(bits, abilities.bitsPerSecondMax),
            framesPerPacket: abilities.takesLongPackets ? level.framesPerPacket : 1,
            expectedLossPercent: copies == 0 && loss >= 0.01 ? Self.correctedLossPercent : 0, copies: copies)
    }
}

/// How long packets wait in queues on the way, from round trips: what they take beyond the shortest lately.
struct QueueEstimator: Hashable, Sendable {
    /// Span over which the shortest is looked for; two such spans are kept.
    private static let span: Duration = .seconds(30)

    private var shortest: Duration?
    private var shortestBefore: Duration?
    private var spanStart = Duration.zero
    private(set) var smoothed = Duration.zero

    /// - Returns: zero where no round trip is known. Jitter makes single figures long without a queue: three times its
    ///   mean is taken off.
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
