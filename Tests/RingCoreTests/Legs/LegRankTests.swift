import RingCore
import Testing

struct LegRankTests {
    @Test func `over is above everything`() {
        #expect(LegRank.allCases.max() == .over)
        #expect(LegRank.allCases == LegRank.allCases.sorted())
    }
}
