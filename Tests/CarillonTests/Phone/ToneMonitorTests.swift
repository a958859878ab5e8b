import Carillon
import Testing

struct ToneMonitorTests {
    /// The levels told of one tone, look by look; nil where nothing is told.
    private func reported(_ levels: [Double]) -> [Double?] {
        var watch = ToneMonitor()
        return levels.map { watch.changes(of: [(frequency: 440, level: $0)]).first?.level }
    }

    @Test func `a tone is reported when it begins and ends, and not repeatedly near the threshold`() {
        #expect(
            reported([0, 0.3, 0.3, 0.04, 0.03, 0.3, 0.02, 0, 0]) == [nil, 0.3, nil, nil, nil, nil, 0.02, nil, nil])
    }

    @Test func `a tone that was never loud enough is never reported`() {
        #expect(reported([0.04, 0.049, 0.02, 0]) == [nil, nil, nil, nil])
    }

    @Test func `a lasting tone is reported again at intervals`() {
        let news = reported([Double](repeating: 0.3, count: 2 * ToneMonitor.repetition + 1))
        #expect(news.indices.filter { news[$0] != nil } == [0, ToneMonitor.repetition, 2 * ToneMonitor.repetition])
    }

    @Test func `tones come and go each for itself`() {
        var watch = ToneMonitor()
        #expect(watch.changes(of: [(440, 0.3), (700, 0)]).map(\.frequency) == [440])
        #expect(watch.changes(of: [(440, 0.3), (700, 0.3)]).map(\.frequency) == [700])
        #expect(watch.changes(of: [(440, 0), (700, 0.3)]).map(\.frequency) == [440])
    }
}
