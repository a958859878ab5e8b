import Explorer
import Foundation
import Scopes

/// The file of recorded counts, as far as there is one.
struct ExplorationBook {
    let path: String
    private let isWritten: Bool
    private let counts: RecordedCounts?

    /// A missing file records nothing: the command is also used outside a checkout.
    init(path: String, isWritten: Bool) {
        self.path = path
        self.isWritten = isWritten
        counts = try? RecordedCounts(path: path)
    }

    func recorded(_ scope: String) -> ExplorationCounts? { counts?.searches[scope] }

    /// What differs from the record, as a sentence; nil also where nothing is recorded to compare with.
    func difference(_ scope: String, _ found: ExplorationCounts) -> String? {
        isWritten ? nil : counts?.difference(for: scope, from: found)
    }

    /// Enters the results beside those that are there.
    func write(_ results: [ExplorationResult]) throws {
        var all = counts ?? RecordedCounts()
        for result in results { all.searches[result.report.name] = result.report.counts }
        try all.text().write(toFile: path, atomically: true, encoding: .utf8)
    }
}
