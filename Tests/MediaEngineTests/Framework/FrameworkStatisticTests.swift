import MediaEngine
import Testing

@Suite struct FrameworkStatisticTests {
    private func statistics(_ entries: [FrameworkStatistic]...) -> [MediaStatistics] {
        var machine = PeerMachine(MediaConfiguration())
        return entries.compactMap { entries in
            var effects: [PeerMachine.Effect] = []
            machine.handle(.statistics(entries), into: &effects)
            guard case .send(.statistics(let statistics)) = effects.first else { return nil }
            return statistics
        }
    }

    @Test func `S10: a report's entries become one, in milliseconds`() {
        let told = statistics([
            FrameworkStatistic(type: "outbound-rtp", values: ["packetsSent": 7, "bytesSent": 700]),
            FrameworkStatistic(
                type: "inbound-rtp",
                values: [
                    "packetsReceived": 50, "packetsLost": 2, "jitter": 0.004, "concealedSamples": 1_920,
                    "audioLevel": 0.5,
                ]),
            FrameworkStatistic(type: "remote-inbound-rtp", values: ["roundTripTime": 0.08, "fractionLost": 0.25]),
            FrameworkStatistic(type: "codec", values: [:]),
        ])
        #expect(told.map(\.packetsSent) == [7])
        #expect(told.map(\.packetsLost) == [2])
        #expect(told.map(\.jitterMilliseconds) == [4])
        #expect(told.map(\.framesConcealed) == [2])
        #expect(told.map(\.roundTripMilliseconds) == [80])
        #expect(told.map(\.remoteFractionLost) == [0.25])
        #expect((told.first?.meanOpinionScore ?? 0) > 1)
    }

    @Test func `loss is reported since the previous report`() {
        let inbound = { (received: Double, lost: Double) in
            [FrameworkStatistic(type: "inbound-rtp", values: ["packetsReceived": received, "packetsLost": lost])]
        }
        let told = statistics(inbound(100, 0), inbound(175, 25), inbound(275, 25))
        #expect(told.map(\.recentFractionLost) == [0, 0.25, 0])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 1e300])
    func `a statistic that is not a number is ignored`(number: Double) {
        let told = statistics([
            FrameworkStatistic(type: "inbound-rtp", values: ["packetsReceived": number, "concealedSamples": number])
        ])
        #expect(told.map(\.packetsReceived) == [0])
        #expect(told.map(\.framesConcealed) == [0])
    }
}
