import Explorer
import Foundation
import Scopes

/// The file of recorded counts, as far as there is one.
struct ExplorationBook {
    let path: String
    private let isWritten: Bool
    private let counts: RecordedCounts?

    /// A missing file records nothing: the command is also used outside a checkout.
    ///
    /// - Throws: `WrongFile` when there is one that cannot be read as counts.
    init(path: String, isWritten: Bool) throws(WrongFile) {
        self.path = path
        self.isWritten = isWritten
        guard FileManager.default.fileExists(atPath: path) else {
            counts = nil
            return
        }
        do {
            counts = try RecordedCounts(path: path)
        } catch {
            throw WrongFile("\(path) holds no recorded counts; leave it out, or name the file `--record` wrote")
        }
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
