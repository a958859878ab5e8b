import Explorer
import Foundation
package import Scopes
import WireJSON

/// The result of the search of one scope, as text and as JSON.
package struct ExplorationResult: Sendable {
    package let report: ScopeReport
    let duration: Duration
    /// How the counts differ from the recorded ones, as a sentence; nil if they do not.
    let difference: String?

    package init(report: ScopeReport, duration: Duration, difference: String?) {
        self.report = report
        self.duration = duration
        self.difference = difference
    }

    package var isGood: Bool { report.broken.isEmpty && difference == nil }

    var json: JSONValue {
        [
            "name": .string(report.name), "states": .integer(Int64(report.counts.states)),
            "transitions": .integer(Int64(report.counts.transitions)), "depth": .integer(Int64(report.counts.depth)),
            "terminal": .integer(Int64(report.counts.terminal)), "isComplete": .bool(report.isComplete),
            "verdict": .string(report.verdict), "seconds": .number((seconds * 1000).rounded() / 1000),
            "broken": .array(report.broken.map { .string($0.property) }),
            "difference": difference.map { .string($0) } ?? .null,
        ]
    }

    private var seconds: Double { duration / .seconds(1) }

    /// The result in one line, for output to a pipe.
    var line: String { cells.joined(separator: "  ") }

    static func lines(
        of results: [ExplorationResult], _ summary: ExplorationSummary, on terminal: Terminal
    ) -> [String] {
        var table = TextTable(columns: [
            .init(heading: "scope"), .init(heading: "states", alignsRight: true),
            .init(heading: "transitions", alignsRight: true), .init(heading: "depth", alignsRight: true),
            .init(heading: "seconds", alignsRight: true), .init(heading: "verdict"),
        ])
        for result in results { table.add(result.cells) }
        return table.lines(on: terminal) + results.flatMap { $0.complaints(terminal) }
            + [terminal.paint(summary.text, summary.color)]
    }

    private var cells: [String] {
        [
            report.name, "\(report.counts.states)", "\(report.counts.transitions)", "\(report.counts.depth)",
            "\((seconds * 10).rounded() / 10)",
            difference == nil ? report.verdict : report.verdict + ", not as recorded",
        ]
    }

    private func complaints(_ terminal: Terminal) -> [String] {
        let broken = report.broken.flatMap { broken in
            ["", terminal.paint("\(report.name): broken: \(broken.property)", .red)]
                + (broken.trace ?? ["no way leads to it"]).enumerated().map { "\($0.offset + 1). \($0.element)" }
                + broken.remarks.map { terminal.paint("→ \($0)", .yellow) }
        }
        return broken + (difference.map { ["", terminal.paint($0, .yellow)] } ?? [])
    }
}

/// The summary of an exploration in up to three sentences. It claims nothing about states that were not searched.
package struct ExplorationSummary {
    /// A scope whose search was interrupted.
    package struct Unfinished: Sendable {
        let name: String
        /// The number of states seen so far.
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

    var color: TerminalColor { bad > 0 ? .red : (isWhole ? .green : .yellow) }

    private var bad: Int { results.count { !$0.isGood } }
    private var cutShort: [ExplorationResult] { results.filter { !$0.report.isComplete } }
    private var isWhole: Bool { cutShort.isEmpty && unfinished == nil && results.count == planned }

    private var verdict: String {
        if bad > 0 { return "\(bad) of \(scopes) broken or not as recorded." }
        let states = results.reduce(0) { $0 + $1.report.counts.states }
        return isWhole
            ? "\(scopes), \(states) states: every promise holds."
            : "\(scopes), \(states) states: no promise is broken in the searched states; of the rest nothing is known."
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

/// The file of recorded counts, which may be missing.
struct RecordedCountsFile {
    let path: String
    private let isWritten: Bool
    private let counts: RecordedCounts?

    /// A missing file is no error, because the command is also used outside a checkout.
    ///
    /// - Throws: `WrongFile` when the file exists and cannot be read as counts.
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

    /// The difference from the recorded counts, as a sentence; nil if there is none or nothing is recorded.
    func difference(_ scope: String, _ found: ExplorationCounts) -> String? {
        isWritten ? nil : counts?.difference(for: scope, from: found)
    }

    /// Adds the results to the file's other counts.
    func write(_ results: [ExplorationResult]) throws {
        var all = counts ?? RecordedCounts()
        for result in results { all.searches[result.report.name] = result.report.counts }
        try all.text().write(toFile: path, atomically: true, encoding: .utf8)
    }
}
