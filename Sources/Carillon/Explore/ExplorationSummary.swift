import Explorer
import Scopes

/// What an exploration comes to in a sentence or three: never more than was searched.
package struct ExplorationSummary {
    /// A scope whose search was interrupted.
    package struct Unfinished: Sendable {
        let name: String
        /// What had been seen of it.
        let states: Int

        package init(name: String, states: Int) {
            self.name = name
            self.states = states
        }
    }

    private let results: [ExplorationResult]
    private let unfinished: Unfinished?
    private let planned: Int

    /// - Parameters:
    ///   - unfinished: the scope that was being searched at an interrupt.
    ///   - planned: how many scopes were to be searched.
    package init(_ results: [ExplorationResult], unfinished: Unfinished? = nil, planned: Int) {
        self.results = results
        self.unfinished = unfinished
        self.planned = planned
    }

    package var text: String { ([verdict] + [partial, interruption].compactMap { $0 }).joined(separator: "\n") }

    var colour: Colour { bad > 0 ? .red : (isWhole ? .green : .yellow) }

    private var bad: Int { results.count { !$0.isGood } }
    private var cutShort: [ExplorationResult] { results.filter { !$0.report.isComplete } }
    private var isWhole: Bool { cutShort.isEmpty && unfinished == nil && results.count == planned }

    private var verdict: String {
        if bad > 0 { return "\(bad) of \(scopes) broken or not as recorded." }
        let states = results.reduce(0) { $0 + $1.report.counts.states }
        return isWhole
            ? "\(scopes), \(states) states: every promise holds."
            : "\(scopes), \(states) states: no promise is broken in what was searched; of the rest nothing is known."
    }

    private var scopes: String { results.count == 1 ? "1 scope" : "\(results.count) scopes" }

    private var partial: String? {
        guard !cutShort.isEmpty else { return nil }
        let scopes = cutShort.map {
            "\($0.report.name) (\($0.report.counts.states) states, \($0.report.counts.depth) steps)"
        }
        return "Searched only in part: \(scopes.joined(separator: "; "))."
    }

    private var interruption: String? {
        guard let unfinished else { return nil }
        let left = planned - results.count - 1
        return "Interrupted in \(unfinished.name) after \(unfinished.states) states; "
            + (left == 0 ? "it was the last." : "\(left) after it were not begun.")
    }
}
