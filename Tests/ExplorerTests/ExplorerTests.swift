import Explorer
import Testing

@Suite struct ExplorerTests {
    @Test func `two-phase commit has the states others have counted`() {
        // Source: TLA+ examples, transaction_commit (3 managers: 288 states, depth 11 counted from 1);
        // stateright's tests (3 managers: 288, 5 managers: 8,832).
        let three = Explorer(TwoPhaseCommit(count: 3)).run()
        #expect(three.counts.states == 288)
        #expect(three.counts.depth == 10)
        #expect(three.broken.isEmpty)
        #expect(three.isComplete)
        #expect(Explorer(TwoPhaseCommit(count: 5)).run().counts.states == 8_832)
    }

    @Test func `the eight puzzle has 181440 arrangements within 31 moves`() {
        let result = Explorer(SlidingTiles()).run()
        #expect(result.counts.states == 181_440)
        #expect(result.counts.depth == 31)
        #expect(result.counts.transitions == 483_840)
        #expect(result.counts.terminal == 0)
    }

    @Test func `a property that breaks comes with a shortest way there`() throws {
        let result = Explorer(WaterJugs()).run()
        #expect(result.counts.states == 16)
        #expect(result.counts.transitions == 96)
        let trace = try #require(result["the big jug holds four gallons"]?.trace)
        #expect(trace.actions == [.fillBig, .bigIntoSmall, .emptySmall, .bigIntoSmall, .fillBig, .bigIntoSmall])
        #expect(trace.last.big == 4)
        #expect(
            result.broken.map(\.property) == ["the big jug holds four gallons", "the small jug holds four gallons"])
    }

    @Test func `a state that should be reached comes with the steps that reach it`() throws {
        let trace = try #require(Explorer(WaterJugs()).run()["both are full"]?.trace)
        #expect(trace.actions == [.fillSmall, .fillBig])
    }

    @Test func `a search may stop where a property breaks`() {
        let result = Explorer(WaterJugs(), stopsWhenBroken: true).run()
        #expect(result["the big jug holds four gallons"]?.trace?.steps.count == 6)
        #expect(!result.isComplete)
    }

    @Test func `an eventual promise is checked in states without a further event`() {
        #expect(Explorer(Countdown(start: 10, steps: [1, 2])).run().broken.isEmpty)
        let odd = Explorer(Countdown(start: 5, steps: [2])).run()
        #expect(odd.counts.terminal == 1)
        #expect(odd.broken.first?.trace?.last == 1)
    }

    @Test func `a search within bounds says that it is not complete`() {
        let shallow = Explorer(SlidingTiles(), bounds: ExplorationBounds(depthMax: 2)).run()
        #expect(shallow.counts.states == 1 + 2 + 4)
        #expect(!shallow.isComplete)
        let small = Explorer(SlidingTiles(), bounds: ExplorationBounds(statesMax: 1_000)).run()
        #expect(small.counts.states == 1_000)
        #expect(!small.isComplete)
    }

    @Test func `two searches of one machine count the same`() {
        #expect(Explorer(TwoPhaseCommit(count: 4)).run().counts == Explorer(TwoPhaseCommit(count: 4)).run().counts)
    }
}
