import Carillon
import Explorer
import Scopes
import Testing

struct ExplorationSummaryTests {
    private func result(
        _ name: String, states: Int = 100, isComplete: Bool = true, broken: [String] = [], difference: String? = nil
    ) -> ExplorationResult {
        let counts = ExplorationCounts(states: states, transitions: 2 * states, depth: 7, terminal: 1)
        let report = ScopeReport(
            name: name, counts: counts, isComplete: isComplete,
            broken: broken.map { ScopeReport.Broken(property: $0, trace: [], remarks: []) })
        return ExplorationResult(report: report, duration: .seconds(1), difference: difference)
    }

    @Test func `every promise holds only where everything was searched`() {
        #expect(
            ExplorationSummary([result("a"), result("b")], planned: 2).text
                == "2 scopes, 200 states: every promise holds.")
    }

    @Test func `a search that was cut short reports only the part it searched`() {
        let text = ExplorationSummary([result("a"), result("b", isComplete: false)], planned: 2).text
        #expect(!text.contains("every promise holds"))
        #expect(
            text == """
                2 scopes, 200 states: no promise is broken in the searched states; of the rest nothing is known.
                Searched only in part: b (100 states, 7 steps).
                """)
    }

    @Test func `an interrupt reports where it came and which scopes were not begun`() {
        let text = ExplorationSummary([result("a")], unfinished: .init(name: "b", states: 65_536), planned: 4).text
        #expect(
            text == """
                1 scope, 100 states: no promise is broken in the searched states; of the rest nothing is known.
                Interrupted in b after 65536 states; 2 after it were not begun.
                """)
    }

    @Test func `between two scopes an interrupt leaves no promise either`() {
        #expect(!ExplorationSummary([result("a")], planned: 2).text.contains("every promise holds"))
    }

    @Test func `broken promises come first, and omitted scopes are still listed`() {
        let results = [
            result("a", broken: ["one winner"]), result("b", isComplete: false), result("c", difference: "more"),
        ]
        let text = ExplorationSummary(results, planned: 3).text
        #expect(text.hasPrefix("2 of 3 scopes broken or not as recorded.\n"))
        #expect(text.hasSuffix("Searched only in part: b (100 states, 7 steps)."))
    }

    @Test func `a search with bounds ends with its scope named as searched in part`() throws {
        let scope = try #require(Scope.exchange.first)
        let report = scope.explore(bounds: ExplorationBounds(statesMax: 50))
        let result = ExplorationResult(report: report, duration: .zero, difference: nil)
        #expect(
            ExplorationSummary([result], planned: 1).text.contains("Searched only in part: \(scope.name) (50 states"))
    }
}
