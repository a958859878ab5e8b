import RTP
import Testing

struct ReceptionTests {
    private func header(_ number: UInt16, _ timestamp: UInt32, source: UInt32 = 1) -> RTPHeader {
        RTPHeader(payloadType: 0, sequenceNumber: number, timestamp: timestamp, source: source)
    }

    @Test func `jitter follows appendix A 8`() {
        // 8000 Hz, 160 ticks a packet; transit differences of 0, 80, 80, 40 ticks.
        var statistics = ReceiverStatistics(clockRate: 8000)
        var scaled = 0
        let arrivals = [0, 20, 50, 60, 85]
        let differences = [0, 80, 80, 40]
        for (index, milliseconds) in arrivals.enumerated() {
            statistics.receive(
                header(UInt16(index), UInt32(index * 160)), payloadByteCount: 160, at: .milliseconds(milliseconds))
            if index > 0 { scaled += differences[index - 1] - ((scaled + 8) >> 4) }
        }
        #expect(scaled == 185)
        #expect(statistics.jitter == UInt32(scaled >> 4))
        #expect(abs(statistics.jitterMilliseconds - Double(scaled) / 16 / 8) < 1e-12)
    }

    @Test func `a steady stream has no jitter, whatever its start values`() {
        var statistics = ReceiverStatistics(clockRate: 48_000)
        for index in 0..<200 {
            statistics.receive(
                header(UInt16(truncatingIfNeeded: 65_500 + index), 0xFFFF_0000 &+ UInt32(index * 960)),
                payloadByteCount: 80, at: .seconds(100_000) + .milliseconds(20 * index))
        }
        #expect(statistics.jitter == 0)
        #expect(statistics.packetsLost == 0)
        #expect(statistics.highestSequenceNumber == 65_699)
        #expect(statistics.bytesReceived == 16_000)
    }

    @Test func `loss is counted per report and in all, duplicates make it negative`() {
        var statistics = ReceiverStatistics(clockRate: 8000)
        func receive(_ numbers: [UInt16]) {
            for number in numbers {
                statistics.receive(header(number, UInt32(number) * 160), payloadByteCount: 160, at: .zero)
            }
        }
        receive([0, 1, 3, 4, 7, 6, 9])
        #expect(statistics.packetsLost == 3)
        #expect(statistics.nextFractionLost() == UInt8(3 * 256 / 10))
        receive([10, 11, 12])
        #expect(statistics.nextFractionLost() == 0)
        receive([12, 12, 12, 12])
        #expect(statistics.packetsLost == -1)
        #expect(statistics.nextFractionLost() == 0)
    }

    @Test(arguments: [5 as UInt16, 12, 40, 1_000, 2_999, 4_000, 65_500])
    func `pitfall 19: another source's first number does not count as loss, and earlier loss stays`(
        first: UInt16
    ) {
        var statistics = ReceiverStatistics(clockRate: 8000)
        func receive(_ numbers: [UInt16], of source: UInt32) {
            for (index, number) in numbers.enumerated() {
                statistics.receive(
                    header(number, UInt32(index) * 160, source: source), payloadByteCount: 160, at: .zero)
            }
        }
        receive([0, 1, 3, 4, 5, 6, 7, 8, 9, 10], of: 1)
        #expect(statistics.packetsLost == 1)
        _ = statistics.nextFractionLost()
        receive((0..<50).map { first &+ $0 }, of: 2)
        #expect(statistics.packetsLost == 1)
        #expect(statistics.packetsReceived == 60)
        #expect(statistics.nextFractionLost() == 0)
        #expect(statistics.highestSequenceNumber & 0xFFFF == UInt32(first &+ 49))
        receive([first &+ 50, first &+ 52], of: 2)
        #expect(statistics.packetsLost == 2)
    }

    @Test func `sequence numbers wrap, a wild one needs a second to be believed`() {
        var sequence = SequenceExtender()
        #expect(sequence.extend(65_534) == .restarted(65_534))
        #expect(sequence.extend(1) == .extended(65_537))
        #expect(sequence.extend(65_535) == .extended(65_535))
        #expect(sequence.extend(2) == .extended(65_538))
        #expect(sequence.extend(40_000) == .doubtful)
        #expect(sequence.extend(3) == .extended(65_539))
        #expect(sequence.extend(40_001) == .doubtful)
        #expect(sequence.extend(40_002) == .restarted(40_002))
        #expect(sequence.extend(40_003) == .extended(40_003))
    }

    @Test func `the round trip excludes the peer's own delay`() throws {
        let sent = Duration.milliseconds(1_234_500)
        let report = SenderStatistics(clockRate: 8000).report(source: 1, reports: [], at: sent)
        var block = ReportBlock(source: 1)
        #expect(RoundTrip.measure(block, at: .seconds(9)) == nil)
        block.lastSenderReport = report.time.middle
        block.delaySinceLastSenderReport = 65_536 / 2
        let found = try #require(RoundTrip.measure(block, at: sent + .milliseconds(580)))
        #expect(abs((found - .milliseconds(80)) / .milliseconds(1)) < 0.05)
        #expect(RoundTrip.measure(block, at: sent + .milliseconds(400)) == nil, "the peer claims to have waited longer")
    }

    @Test func `a sender report moves the timestamp on to its own instant`() {
        var statistics = SenderStatistics(clockRate: 48_000)
        statistics.sent(payloadByteCount: 80, timestamp: 5000, at: .seconds(2))
        statistics.sent(payloadByteCount: 70, timestamp: 5960, at: .milliseconds(2020))
        let report = statistics.report(source: 3, reports: [], at: .milliseconds(2520))
        #expect(report.timestamp == 5960 + 24_000)
        #expect(report.packetCount == 2)
        #expect(report.octetCount == 150)
    }
}
