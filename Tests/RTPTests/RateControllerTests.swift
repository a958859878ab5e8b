import RTP
import Testing

/// Reports of a peer, once a second, and how sound is sent after them.
struct RateControllerTests {
    /// A network of one width and one loss, with a queue before it that holds 300 ms.
    struct Network {
        var bitsPerSecond = Int.max
        var loss = 0.0
        var roundTrip: Duration = .milliseconds(40)
        /// What waits before it.
        var queue: Duration = .zero

        /// What a peer reports after a second of such sound.
        mutating func carry(_ plan: RateController.Plan) -> RateController.Report {
            let packets = 50 / Double(plan.framesPerPacket)
            let sent = Double(plan.bitsPerSecond * (1 + plan.copies)) + packets * 400
            let excess = sent / Double(bitsPerSecond) - 1
            let before = queue
            queue = min(max(queue + .seconds(1) * excess, .zero), .milliseconds(300))
            let overflow = max(excess - (queue - before) / .seconds(1), 0) / (1 + max(excess, 0))
            return RateController.Report(fractionLost: loss + (1 - loss) * overflow, roundTrip: roundTrip + queue)
        }
    }

    struct Bench {
        var controller = RateController()
        var network: Network
        var now = Duration.zero
        private var isLosing = false

        init(_ network: Network, takesCopies: Bool = true) {
            self.network = network
            var abilities = RateController.Abilities()
            abilities.takesCopies = takesCopies
            controller.follow(abilities)
        }

        /// The plan after so many seconds, such as `32k 20ms` or `20k 20ms fec5 copies2`.
        mutating func after(_ seconds: Int) -> String {
            for _ in 0..<seconds { pass() }
            return plan
        }

        /// Whether the next packet is lost, in bursts of such a mean length.
        mutating func loses(_ share: Double, burst: Double, using random: inout SeededGenerator) -> Bool {
            let begins = burst == 1 ? share : share / burst / (1 - share)
            isLosing = Double.random(in: 0..<1, using: &random) < (isLosing && burst > 1 ? 1 - 1 / burst : begins)
            return isLosing
        }

        mutating func pass() {
            now += .seconds(1)
            controller.handle(network.carry(controller.plan), at: now)
        }

        var plan: String {
            let plan = controller.plan
            return "\(plan.bitsPerSecond / 1000)k \(plan.framesPerPacket * 20)ms"
                + (plan.expectedLossPercent > 0 ? " fec\(plan.expectedLossPercent)" : "")
                + (plan.copies > 0 ? " copies\(plan.copies)" : "")
        }
    }

    @Test func `a network that takes everything gets everything, and no protection it does not need`() {
        var bench = Bench(Network())
        #expect(bench.after(1) == "32k 20ms")
        #expect(bench.after(600) == "32k 20ms")
    }

    @Test(arguments: [
        (48, ["24k 20ms"]), (40, ["24k 40ms"]), (30, ["16k 40ms"]), (24, ["12k 60ms"]), (16, ["8k 60ms"]),
    ])
    func `on a narrow network the rate fits after seconds, and most of the time`(kilobits: Int, fitting: [String]) {
        var bench = Bench(Network(bitsPerSecond: kilobits * 1000))
        _ = bench.after(8)
        var seen: [String: Int] = [:]
        for _ in 0..<300 { seen[bench.after(1).replacing(" fec5", with: ""), default: 0] += 1 }
        let most = seen.max { $0.value < $1.value }
        #expect(fitting.contains(most?.key ?? "") && most?.value ?? 0 >= 250, "\(seen)")
    }

    @Test func `a network that becomes wide again gets everything within a minute`() {
        var bench = Bench(Network(bitsPerSecond: 24_000))
        _ = bench.after(8)
        bench.network.bitsPerSecond = .max
        #expect(bench.after(60) == "32k 20ms")
    }

    @Test func `trials of a network that stays narrow become rare`() {
        var bench = Bench(Network(bitsPerSecond: 40_000))
        _ = bench.after(20)
        var trials: [Int] = []
        var before = bench.plan.prefix(8)
        for second in 0..<600 {
            let plan = bench.after(1).prefix(8)
            if before == "24k 40ms", plan == "24k 20ms" { trials.append(second) }
            before = plan
        }
        #expect(trials.count <= 8)
        #expect(bench.plan.hasPrefix("24k 40ms"))
    }

    @Test func `random loss gets copies where the peer takes them, more for more`() {
        var bench = Bench(Network(loss: 0.03))
        #expect(bench.after(10) == "32k 20ms copies1")
        bench = Bench(Network(loss: 0.06))
        #expect(bench.after(20) == "32k 20ms copies1")
        bench = Bench(Network(loss: 0.1))
        #expect(bench.after(20) == "24k 20ms copies2")
    }

    /// A second has fifty packets, so that what a report says of random loss is off by much.
    @Test(arguments: [(0.05, 1.0), (0.1, 1), (0.2, 1), (0.1, 4)], 1...8 as ClosedRange<UInt64>)
    func `loss that comes in lumps and bursts narrows nothing for long`(
        loss: (share: Double, burst: Double), seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var bench = Bench(Network())
        var copied = 0
        for second in 1...120 {
            let packets = 50 / bench.controller.plan.framesPerPacket
            var lost = 0
            for _ in 0..<packets where bench.loses(loss.share, burst: loss.burst, using: &random) { lost += 1 }
            bench.controller.handle(
                .init(fractionLost: Double(lost) / Double(packets), roundTrip: .milliseconds(40)), at: .seconds(second))
            if bench.controller.plan.copies > 0 { copied += 1 }
        }
        #expect(copied >= 80)
    }

    /// What a peer reports of 120 seconds of such losses.
    private func plans(_ share: Double, burst: Double, seed: UInt64) -> [RateController.Plan] {
        var random = SeededGenerator(seed: seed)
        var bench = Bench(Network())
        return (1...120).map { second in
            let packets = 50 / bench.controller.plan.framesPerPacket
            var lost = 0
            for _ in 0..<packets where bench.loses(share, burst: burst, using: &random) { lost += 1 }
            bench.controller.handle(
                .init(fractionLost: Double(lost) / Double(packets), roundTrip: .milliseconds(40)), at: .seconds(second))
            return bench.controller.plan
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `bursts of loss leave packets short, and copies come far from their originals`(seed: UInt64) {
        let plans = plans(0.1, burst: 4, seed: seed)
        #expect(plans.allSatisfy { $0.framesPerPacket == 1 })
        #expect(plans.filter { $0.copies > 0 }.count >= 105)
        #expect(plans.filter(\.isFarApart).count >= 75)
    }

    @Test(arguments: [0.02, 0.05, 0.1, 0.2], 1...8 as ClosedRange<UInt64>)
    func `the copies of packets lost one by one stay near, where they are waited for less`(loss: Double, seed: UInt64) {
        #expect(plans(loss, burst: 1, seed: seed).filter(\.isFarApart).count <= 5)
    }

    /// The plan after reports of such losses, one a second, without a queue.
    private func plan(after losses: [Double]) -> String {
        var bench = Bench(Network())
        for loss in losses {
            bench.network.loss = loss
            bench.pass()
        }
        return bench.plan
    }

    @Test func `one second of much loss ends no trial of copies`() {
        #expect(plan(after: [0.02, 0.1, 0.1, 0, 0, 0, 0, 0.5]).contains("copies"))
    }

    @Test func `a first second of much loss is answered when the next one tells what caused it`() {
        #expect(plan(after: [0.4]) == "32k 20ms fec5")
        #expect(plan(after: [0.4, 0.02]).contains("copies"))
        #expect(plan(after: [0.4, 0.4]) == "12k 60ms fec5")
        #expect(plan(after: [0.6]) == "8k 60ms fec5")
    }

    @Test func `loss that fewer bits do not reduce gets its copies back at once`() {
        let much = Array(repeating: 0.1, count: 20) + Array(repeating: 0.4, count: 4)
        #expect(!plan(after: much).contains("copies"))
        #expect(plan(after: much + Array(repeating: 0.4, count: 6)) == "24k 20ms copies2")
    }

    @Test func `where the first copy made the loss, no second one follows, and it ends`() {
        let losses = [0.02, 0.1, 0.5, 0.55, 0.55]
        #expect(plan(after: losses) == "32k 20ms copies1")
        #expect(!plan(after: losses + [0.55, 0.55]).contains("copies"))
    }

    @Test func `much loss that is less without copies is that of a narrow network, which gets fewer bits`() {
        let much = Array(repeating: 0.1, count: 20) + Array(repeating: 0.7, count: 4)
        let less = plan(after: much + Array(repeating: 0.2, count: 6))
        #expect(!less.contains("copies") && !less.hasPrefix("32k"), "\(less)")
    }

    @Test func `one of two copies is left out when less is lost`() {
        let losses = Array(repeating: 0.1, count: 20) + Array(repeating: 0.03, count: 10)
        #expect(plan(after: losses) == "32k 20ms copies1")
    }

    /// As libwebrtc reports, over a link that is full before its first report.
    @Test(arguments: [30, 40, 48], [4, 5, 6])
    func `reports every few seconds lower the rate as well`(kilobits: Int, interval: Int) {
        var bench = Bench(Network(bitsPerSecond: kilobits * 1000))
        var lost: [Double] = []
        for _ in 0..<(300 / interval) {
            bench.now += .seconds(interval)
            var report = RateController.Report(fractionLost: 0)
            for _ in 0..<interval {
                let second = bench.network.carry(bench.controller.plan)
                report.fractionLost += second.fractionLost / Double(interval)
                report.roundTrip = second.roundTrip
            }
            bench.controller.handle(report, at: bench.now)
            lost.append(report.fractionLost)
        }
        let later = lost.dropFirst(120 / interval)
        #expect(later.reduce(0, +) / Double(later.count) < 0.05, "\(lost)")
    }

    @Test func `while we send nothing no report is missed`() {
        var bench = Bench(Network())
        _ = bench.after(5)
        bench.controller.pause()
        for second in 6...100 { bench.controller.pass(at: .seconds(second)) }
        #expect(bench.plan == "32k 20ms")
    }

    @Test func `a rate above the usual is lowered to the share that arrived`() {
        var abilities = RateController.Abilities()
        abilities.bitsPerSecondMax = 128_000
        var controller = RateController()
        controller.follow(abilities)
        #expect(controller.plan.bitsPerSecond == 128_000)
        controller.handle(.init(fractionLost: 0.5, roundTrip: .milliseconds(40)), at: .seconds(1))
        #expect(controller.plan.bitsPerSecond == 32_000 || controller.plan.bitsPerSecond == 24_000)
    }

    @Test func `random loss gets error correction where the peer takes no copies`() {
        var bench = Bench(Network(loss: 0.1), takesCopies: false)
        #expect(bench.after(20) == "32k 20ms fec5")
    }

    @Test func `copies end when nothing was lost for a while`() {
        var bench = Bench(Network(loss: 0.1))
        _ = bench.after(20)
        bench.network.loss = 0
        #expect(bench.after(40) == "32k 20ms")
    }

    @Test func `copies that do not fit are taken back before bits are, and left out for a while`() {
        var bench = Bench(Network(bitsPerSecond: 60_000, loss: 0.1))
        var seen: [String] = []
        for _ in 0..<22 where seen.last != bench.after(1) { seen.append(bench.plan) }
        #expect(seen.contains("24k 20ms copies2") || seen.contains("32k 20ms copies1"))
        #expect(["32k 20ms fec5", "24k 20ms fec5"].contains(bench.plan))
    }

    @Test func `jitter alone narrows nothing`() {
        var random = SeededGenerator(seed: 3)
        var controller = RateController()
        for second in 1...300 {
            let roundTrip = Duration.milliseconds(40 + Int.random(in: 0...200, using: &random))
            controller.handle(
                .init(fractionLost: 0.01, roundTrip: roundTrip, jitter: .milliseconds(33)), at: .seconds(second))
            #expect(controller.plan.bitsPerSecond == 32_000 && controller.plan.framesPerPacket == 1)
        }
    }

    @Test func `another network is judged anew`() {
        var bench = Bench(Network(bitsPerSecond: 24_000))
        _ = bench.after(8)
        bench.controller.forgetNetwork()
        #expect(bench.plan == "32k 20ms")
    }

    @Test func `reports that stop while the peer is heard were lost with much else`() {
        var bench = Bench(Network())
        _ = bench.after(5)
        for second in 6...16 { bench.controller.pass(at: .seconds(second)) }
        #expect(bench.plan == "32k 20ms")
        bench.controller.pass(at: .seconds(17))
        #expect(bench.plan == "12k 60ms")
    }

    @Test func `a peer that never reports is sent everything`() {
        var controller = RateController()
        for second in 1...100 { controller.pass(at: .seconds(second)) }
        #expect(controller.plan.bitsPerSecond == 32_000 && controller.plan.framesPerPacket == 1)
    }

    @Test func `a peer's own limits are kept`() {
        var abilities = RateController.Abilities()
        (abilities.bitsPerSecondMax, abilities.takesLongPackets) = (20_000, false)
        var bench = Bench(Network(bitsPerSecond: 30_000))
        bench.controller.follow(abilities)
        #expect(bench.plan == "20k 20ms")
        #expect(bench.after(8).hasPrefix("8k 20ms"))
    }
}
