import RTP
import Testing

/// Minutes of virtual time over networks of every kind, with bounds on the played audio.
struct JitterBufferNetworkTests {
    struct Outcome {
        var statistics: JitterStatistics
        /// From a packet's sending to its playing, in milliseconds, of those played in the second half.
        var delays: [Double] = []
        var outOfOrder = 0

        var medianDelay: Double { delays.sorted()[delays.count / 2] }
        var made: Double { Double(statistics.concealed + statistics.recovered) }
    }

    static let packetCount = 9000

    /// - Parameter stretches: whether packets are played shorter and longer as asked, by ten milliseconds at most.
    private func run(
        _ network: NetworkModel, seed: UInt64, count: Int = packetCount, stretches: Bool = false
    ) -> Outcome {
        let deliveries = network.deliveries(count: count, seed: seed)
        var buffer = JitterBuffer(clockRate: 48_000)
        var outcome = Outcome(statistics: buffer.statistics)
        var next = 0
        var last = -1
        /// Sound that was saved or added by stretching, in ticks: a frame of it is one pull more or less.
        var saved = 0
        // A fast sender is done sooner: playing stops with it.
        for tick in 0..<Int(Double(count) / network.senderClock) {
            let milliseconds = Double(tick) * 20 + 7
            while next < deliveries.count, deliveries[next].milliseconds <= milliseconds {
                let delivery = deliveries[next]
                let header = RTPHeader(
                    payloadType: 111, sequenceNumber: UInt16(truncatingIfNeeded: delivery.number + 60_000),
                    timestamp: UInt32(truncatingIfNeeded: delivery.number * 960 + 4_000_000_000), source: 5)
                let now = Duration.microseconds(Int(delivery.milliseconds * 1000))
                withUnsafeBytes(of: UInt32(delivery.number)) { _ = buffer.push(header, payload: $0, at: now) }
                next += 1
            }
            if saved <= -960 {
                saved += 960
                continue
            }
            let now = Duration.microseconds(Int(milliseconds * 1000))
            while saved >= 960 {
                saved -= 960
                _ = buffer.pull(at: now)
            }
            guard case .packet(let packet) = buffer.pull(at: now) else { continue }
            if stretches { saved += buffer.stretch() }
            let number = packet.payload.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
            if number <= last { outcome.outOfOrder += 1 }
            last = number
            if tick > count / 2 { outcome.delays.append(milliseconds - Double(number) * 20 / network.senderClock) }
        }
        outcome.statistics = buffer.statistics
        return outcome
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a perfect network is played without a fault`(seed: UInt64) {
        let outcome = run(NetworkModel(), seed: seed)
        #expect(outcome.made == 0 && outcome.statistics.dropped == 0 && outcome.statistics.inserted == 0)
        #expect(outcome.outOfOrder == 0)
        #expect(outcome.medianDelay <= 30 + 80)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `moderate jitter is taken up by the delay`(seed: UInt64) {
        let outcome = run(NetworkModel(jitterMilliseconds: 40), seed: seed)
        #expect(outcome.made <= 0.005 * Double(Self.packetCount))
        #expect(outcome.statistics.dropped <= 20)
        #expect(outcome.medianDelay <= 30 + 40 + 80)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `heavy jitter without order costs little and the delay stays bounded`(seed: UInt64) {
        let outcome = run(NetworkModel(jitterMilliseconds: 150, keepsOrder: false), seed: seed)
        #expect(outcome.made <= 0.03 * Double(Self.packetCount))
        #expect(outcome.outOfOrder == 0)
        #expect(outcome.medianDelay <= 30 + 150 + 80)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `random loss is concealed packet by packet and nothing more`(seed: UInt64) {
        let network = NetworkModel(jitterMilliseconds: 10, loss: 0.05)
        let arrived = network.deliveries(count: Self.packetCount, seed: seed).count
        let outcome = run(network, seed: seed)
        let lost = Double(Self.packetCount - arrived)
        #expect(abs(outcome.made - lost) <= 0.003 * Double(Self.packetCount))
        #expect(Double(outcome.statistics.recovered) >= 0.85 * lost)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `bursts of loss are bridged and the order holds`(seed: UInt64) {
        let outcome = run(NetworkModel(jitterMilliseconds: 30, loss: 0.01, lossContinues: 0.7), seed: seed)
        #expect(outcome.outOfOrder == 0)
        #expect(outcome.made <= 0.06 * Double(Self.packetCount))
        #expect(outcome.statistics.played >= UInt64(0.93 * Double(Self.packetCount)))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `doubled and overtaken packets are sorted out`(seed: UInt64) {
        let network = NetworkModel(jitterMilliseconds: 10, duplication: 0.1, reordering: 0.03)
        let outcome = run(network, seed: seed)
        #expect(outcome.outOfOrder == 0)
        #expect(outcome.statistics.duplicates + outcome.statistics.late >= 800)
        #expect(outcome.made <= 0.01 * Double(Self.packetCount))
    }

    @Test(arguments: [0.9995, 0.9998, 1.0002, 1.0005])
    func `clocks that run apart are evened out`(senderClock: Double) {
        let network = NetworkModel(jitterMilliseconds: 10, senderClock: senderClock)
        let outcome = run(network, seed: 3, count: 30_000)
        // Ten minutes: 200 ppm are 120 ms or six frames, 500 ppm are fifteen.
        let apart = abs(senderClock - 1) * 30_000
        let changed = Double(outcome.statistics.dropped + outcome.statistics.inserted) + outcome.made
        #expect(changed <= apart + 6)
        #expect(changed >= apart - 4)
        #expect((outcome.delays.max() ?? 0) - (outcome.delays.min() ?? 0) <= 60)
        #expect(outcome.medianDelay <= 30 + 10 + 90)
    }

    @Test(arguments: [0.9995, 0.9998, 1.0002, 1.0005])
    func `clocks that run apart are evened out by stretching, without a frame lost or made up`(senderClock: Double) {
        let network = NetworkModel(jitterMilliseconds: 10, senderClock: senderClock)
        let outcome = run(network, seed: 3, count: 30_000, stretches: true)
        #expect(outcome.statistics.dropped + outcome.statistics.inserted == 0)
        #expect(outcome.made <= 2)
        let apart = abs(senderClock - 1) * 30_000 * 960
        #expect(abs(Double(outcome.statistics.stretched) - apart) <= 3 * 960)
        #expect(outcome.medianDelay <= 30 + 10 + 90)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `jitter that comes and goes is met by stretching`(seed: UInt64) {
        let outcome = run(NetworkModel(jitterMilliseconds: 100), seed: seed, stretches: true)
        #expect(outcome.statistics.dropped + outcome.statistics.inserted <= 2)
        #expect(outcome.made <= 0.01 * Double(Self.packetCount))
        #expect(outcome.medianDelay <= 30 + 100 + 80)
    }

    @Test func `after a stall of a second the delay comes down again`() {
        let outcome = run(NetworkModel(jitterMilliseconds: 10, stall: 60_000...61_000), seed: 8)
        #expect(outcome.made + Double(outcome.statistics.silent) <= 70)
        #expect(outcome.statistics.dropped <= 60)
        #expect(outcome.medianDelay <= 30 + 10 + 90)
    }

    @Test func `the same seed gives the same run`() {
        let network = NetworkModel(jitterMilliseconds: 60, loss: 0.02, duplication: 0.02, reordering: 0.02)
        #expect(run(network, seed: 1).statistics == run(network, seed: 1).statistics)
        #expect(run(network, seed: 1).statistics != run(network, seed: 2).statistics)
    }
}

extension JitterBuffer {
    /// Plays the packet pulled last as asked, as sound of 10 ms periods would allow. Returns by how many ticks it is shorter.
    fileprivate mutating func stretch() -> Int {
        let change =
            switch pace {
            case .asItIs: 0
            case .shorter(let ticks): min(ticks, 480)
            case .longer(let ticks): -min(ticks, 480)
            }
        if change != 0 { changed(by: change) }
        return change
    }
}
