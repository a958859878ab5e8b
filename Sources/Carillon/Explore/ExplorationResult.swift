import Explorer
package import Scopes
import WireJSON

/// What a person or a machine is told about the search of one scope.
package struct ExplorationResult: Sendable {
    package let report: ScopeReport
    let duration: Duration
    /// How the counts differ from those recorded.
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

    /// One scope in a line, for whoever reads along in a pipe.
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
            + [terminal.paint(summary.text, summary.colour)]
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
