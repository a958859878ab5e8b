/// Decides how our sound is encoded, packed and protected, based on the peer's reports.
///
/// Reports tell of loss and of the round trip. A filling queue differs from random loss by the round trip, which
/// grows before the queue overflows. High loss without that may come from a queue that was full from the beginning,
/// so fewer bits are tried; if the loss stays the same, it is random. A full queue loses packets in every report, and
/// bursts only in some, so the reports with the least loss decide. A narrow network gets fewer bits and longer
/// packets, because the headers of fifty packets a second alone take 20 kbit/s. A lossy network gets copies of each
/// frame in later packets if the peer takes them, and in-band error correction otherwise. More bits and more copies
/// are trials as well: they are taken back if loss or a queue follows.
public struct RateController: Hashable, Sendable {
    /// The options that the peer and our configuration allow.
    public struct Abilities: Hashable, Sendable {
        /// The bit rate of the encoder, without headers.
        public var bitsPerSecondMax = 32_000
        /// Whether the peer takes redundant packets (RFC 2198).
        public var takesCopies = false
        /// Whether packets may be longer than 20 ms. Only Opus allows it, and only if the peer sets no limit.
        public var takesLongPackets = true

        public init() {}
    }

    /// How to send sound.
    public struct Plan: Hashable, Sendable {
        /// The bit rate of the encoder, without headers.
        public var bitsPerSecond: Int
        /// The frames of 20 ms in a packet: 1, 2 or 3.
        public var framesPerPacket: Int
        /// The percentage of loss for which in-band error correction is made; zero turns it off.
        public var expectedLossPercent: Int
        /// How many earlier packets each packet repeats: 0, 1 or 2.
        public var copies: Int
        /// Whether the copies are far from their originals, because packets are lost in bursts.
        public var isFarApart = false
    }

    /// A report of the peer on the stream it receives from us.
    public struct Report: Hashable, Sendable {
        /// The share of packets lost since the report before, 0…1.
        public var fractionLost: Double
        /// The round trip; nil until it is known.
        public var roundTrip: Duration?
        /// The interarrival jitter.
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

    /// The levels, from an open network to one of 24 kbit/s and less.
    static let levels = [(32, 1), (24, 1), (24, 2), (16, 2), (12, 3), (8, 3)].map { kilobits, frames in
        Level(bitsPerSecond: kilobits * 1000, framesPerPacket: frames)
    }
    /// The bit rates by number of copies. With copies each frame is sent two or three times, so each gets fewer bits.
    static let bitsWithCopies = [32_000, 32_000, 24_000]
    /// The loss from which a second copy is worth its bits: one at 32 kbit/s scored 4.1 with 5 % loss, 3.8 with 10 % and
    /// 2.4 with 20 %, two at 24 kbit/s 3.7, 3.7 and 3.3 (PESQ).
    static let lossForTwoCopies = 0.08
    /// The random loss below which one of two copies is left out.
    static let lossForOneCopy = 0.05
    /// The loss to correct, in percent. For more, Opus takes bits from the sound, and loss of a tenth and more
    /// sounded no better for it (PESQ).
    static let correctedLossPercent = 5
    /// The time after a step down during which reports still tell of the earlier queue.
    static let settling: Duration = .milliseconds(2500)
    /// How long a network must be quiet before more is tried: at first, and at most after failed trials.
    static let patience: Duration = .seconds(10)
    static let patienceMax: Duration = .seconds(120)
    /// The least time and number of reports of a trial; browsers report only every five seconds.
    static let trialTime: Duration = .seconds(8)
    static let trialReports = 3
    /// How long copies are turned off after they overloaded the network.
    static let copiesBarred: Duration = .seconds(30)
    /// The time without a report after which reports count as lost. Browsers report every five seconds.
    static let reportsMissed: Duration = .seconds(12)
    /// The share of loss that may come from an overflowing queue.
    static let muchLoss = 0.1

    /// The losses from which a full queue is concluded at the first report, and at the second and third. Bursts of four
    /// that lose a tenth lose a quarter of every eleventh second.
    static let firstMuchLoss = 0.5
    static let earlyMuchLoss = 0.25

    private enum Trial: Hashable {
        case moreBits
        case fewerBits(from: Int, copies: Int)
        case copies
    }

    /// The present decision: bit rate, packet length and copies.
    public private(set) var plan: Plan
    private var abilities = Abilities()
    private var level = 0
    private var copies = 0
    /// The smoothed share of loss, 0…1.
    private var loss = 0.0
    private var reports = 0
    /// The losses in the last four reports since bits were last reduced.
    private var recentLosses: [Double] = []
    private var bursts = BurstEstimator()
    private var lastReport: Duration?
    /// The shorter of the times between the last three reports, because some reports are lost.
    private var interval = Duration.zero
    private var lastGap = Duration.zero
    /// The share of loss that fewer bits did not reduce.
    private var randomLoss = 0.0
    private var roundTrips = QueueingDelayEstimator()
    private var trial: Trial?
    private var trialBegin = Duration.zero
    /// The losses in reports since the trial settled. The first report also covers the time before, and is left out.
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

    /// Adopts the options that were agreed with the peer.
    public mutating func follow(_ abilities: Abilities) {
        self.abilities = abilities
        if !abilities.takesCopies { copies = 0 }
        replan()
    }

    /// Forgets the network, as the path to the peer has changed.
    public mutating func forgetNetwork() {
        let abilities = abilities
        self = RateController()
        follow(abilities)
    }

    /// Handles a report of the peer, and changes ``plan`` if it has to change.
    public mutating func handle(_ report: Report, at now: Duration) {
        let queue = roundTrips.queue(of: report, at: now)
        note(report, at: now)
        if let trial {
            judge(trial, report, queue, at: now)
        } else if queue >= .milliseconds(300) || (queue >= .milliseconds(100) && report.fractionLost >= 0.02) {
            if now >= settlesAt { retreat(report, at: now) }
        } else if isMuch, loss > 1.5 * randomLoss + 0.05, level < Self.levels.count - 1 {
            begin(.fewerBits(from: level, copies: copies), at: now)
            retreat(report, at: now)
        } else {
            protect(at: now)
            advance(at: now)
        }
        replan()
    }

    /// Notes that time passed while we send and hear the peer; called about once a second. If reports stop, they are
    /// lost, and with them much of our sound: as if half of it were lost.
    public mutating func pass(at now: Duration) {
        guard let lastReport, now - max(lastReport, settlesAt) >= Self.reportsMissed else { return }
        trial = nil
        retreat(Report(fractionLost: 0.5), at: now)
        replan()
    }

    /// Notes that we stopped sending. The peer then has no stream to report on, which tells nothing about the
    /// network.
    public mutating func pause() { lastReport = nil }

    private mutating func note(_ report: Report, at now: Duration) {
        if reports == 0 { (loss, quietSince) = (report.fractionLost, now) }
        loss += (report.fractionLost - loss) * 0.3
        reports += 1
        recentLosses = recentLosses.suffix(3) + [report.fractionLost]
        let gap = lastReport.map { now - $0 } ?? .zero
        interval = lastGap == .zero ? gap : min(gap, lastGap)
        (lastGap, lastReport) = (gap, now)
        let packets = interval / .milliseconds(20 * plan.framesPerPacket)
        if packets > 0 { bursts.note(fractionLost: report.fractionLost, ofPackets: packets) }
        if loss >= 0.005 { lossyAt = now } else if now - lossyAt >= Self.patience { randomLoss = 0 }
    }

    private mutating func begin(_ trial: Trial, at now: Duration) {
        (self.trial, trialBegin, trialLosses) = (trial, now, nil)
        (lossBefore, roundTripBefore) = (loss, roundTrips.smoothed)
    }

    private mutating func judge(_ trial: Trial, _ report: Report, _ queue: Duration, at now: Duration) {
        collect(report, of: trial, at: now)
        let losses = trialLosses ?? []
        if case .fewerBits(let from, let copies) = trial {
            if losses.count >= Self.trialReports { settle(losses, from, copies, at: now) }
        } else if queue >= .milliseconds(80) || isWorse(losses) {
            self.trial = nil
            if trial == .moreBits { waits = min(waits * 2, Self.patienceMax) }
            retreat(report, at: now)
        } else if now - trialBegin >= Self.trialTime, losses.count >= Self.trialReports {
            self.trial = nil
            passed(trial)
        } else if trial == .copies, wantedCopies > copies, losses.count >= 2,
            Self.least(losses) < lossBefore + Self.muchLoss
        {
            copies = wantedCopies
            begin(.copies, at: now)
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

    /// Whether a report covers several seconds, which evens out bursts of loss.
    private var isLong: Bool { interval >= .seconds(3) }

    /// Whether a trial brought more loss, in every report but for two.
    private func isWorse(_ losses: [Double]) -> Bool {
        let rise = Self.least(losses) - lossBefore
        return losses.count >= (isLong ? 2 : 4) && rise >= max(Self.muchLoss, lossBefore / 2)
            || isLong && losses.count == 1 && rise >= 0.25
    }

    /// The mean of the two lowest losses, or of the only one.
    private static func least(_ losses: [Double]) -> Double {
        let lowest = losses.sorted().prefix(2)
        return lowest.reduce(0, +) / Double(max(lowest.count, 1))
    }

    /// Ends a trial of fewer bits. They stay if they helped, and become fewer still if some loss is left. Otherwise the
    /// loss is random, and the copies that were turned off for the trial come back.
    private mutating func settle(_ losses: [Double], _ before: Int, _ copiesBefore: Int, at now: Duration) {
        trial = nil
        // A late report tells of an earlier time, so the two lowest are used.
        let latest = Self.least(losses)
        if !hasHelped(losses, latest, lackedCopies: copiesBefore > 0) {
            (level, randomLoss) = (before, lossBefore)
            if copiesBefore > 0 { (copies, copiesAllowedAt) = (copiesBefore, now) }
        } else if latest >= 0.02, level < Self.levels.count - 1 {
            begin(.fewerBits(from: level, copies: 0), at: now)
            level += 1
        }
    }

    /// Whether fewer bits emptied a queue or ended the loss. Random loss comes in bursts with seconds without loss in
    /// between, so less loss proves something only if it was high before. Copies are most of the bits, so that without
    /// them a full queue loses less, but still much in every report.
    private func hasHelped(_ losses: [Double], _ latest: Double, lackedCopies: Bool) -> Bool {
        let hasEmptied = roundTripBefore - roundTrips.smoothed >= .milliseconds(60)
        if hasEmptied || losses.allSatisfy({ $0 < 0.02 }) { return true }
        guard lossBefore >= Self.earlyMuchLoss else { return false }
        return latest < lossBefore / 3 || lackedCopies && latest >= Self.muchLoss && latest < lossBefore * 0.75
    }

    /// Ends a successful trial. Loss that copies did not increase is random, unless it is so high that only fewer bits
    /// can tell.
    private mutating func passed(_ trial: Trial) {
        guard trial == .copies else { return waits = Self.patience }
        if loss < Self.earlyMuchLoss { randomLoss = max(randomLoss, loss) }
    }

    /// Whether the loss is as high and as steady as that of a full queue. Long reports even out bursts themselves.
    private var isMuch: Bool {
        if isLong { return loss >= (reports < 3 ? Self.earlyMuchLoss : Self.muchLoss) }
        let least = Self.least(recentLosses)
        switch reports {
        case 1: return least >= Self.firstMuchLoss
        case 2...3: return least >= Self.earlyMuchLoss
        default: return loss >= Self.muchLoss && least >= Self.muchLoss && recentLosses.count == 4
        }
    }

    /// Turns off copies first, then reduces bits: at once to the amount that got through.
    private mutating func retreat(_ report: Report, at now: Duration) {
        quietSince = now
        settlesAt = now + Self.settling
        recentLosses = []
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

    /// The bits per second of a level, with 50 bytes of IP, UDP, RTP and SRTP headers for each packet.
    private func total(of index: Int) -> Double {
        let level = Self.levels[index]
        let packets = 50 / (abilities.takesLongPackets ? level.framesPerPacket : 1)
        let bits = index == 0 ? abilities.bitsPerSecondMax : min(level.bitsPerSecond, abilities.bitsPerSecondMax)
        return Double(bits + packets * 50 * 8)
    }

    /// Sends copies if the network is wide and loses packets, and stops once it has lost none for a while.
    private mutating func protect(at now: Duration) {
        if wantedCopies > copies, abilities.takesCopies, level == 0, now >= copiesAllowedAt {
            // The next report tells a full queue, which copies would make worse, from a burst.
            guard reports > 1 || loss < Self.earlyMuchLoss else { return }
            begin(.copies, at: now)
            copies = wantedCopies
        } else if copies > 0, now - lossyAt >= Self.patience {
            copies = 0
        } else if copies == 2, loss < Self.lossForOneCopy, !bursts.isBursty {
            copies = 1
        }
    }

    private var wantedCopies: Int { loss >= Self.lossForTwoCopies ? 2 : loss >= 0.015 ? 1 : 0 }

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
            expectedLossPercent: copies == 0 && loss >= 0.01 ? Self.correctedLossPercent : 0, copies: copies,
            isFarApart: copies > 0 && bursts.isBursty)
    }
}
