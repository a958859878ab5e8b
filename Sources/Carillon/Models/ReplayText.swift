package import DeviceModel
package import Replay
package import WireJSON

/// What a replay found, in words.
package enum ReplayText {
    package static func lines(_ report: ReplayReport, _ profile: DeviceProfile, on terminal: Terminal) -> [String] {
        var table = TextTable(
            columns: [
                .init(heading: "line", alignsRight: true), .init(heading: "rule", alignsRight: true),
                .init(heading: "difference"),
            ])
        for finding in report.findings { table.add(["\(finding.line)", finding.rule.id, finding.words]) }
        var lines = report.findings.isEmpty ? [] : table.lines(on: terminal) + [""]
        let verdict = report.holds ? terminal.paint("holds", .green) : terminal.paint("does not hold", .red)
        let counts = "\(report.lineCount) lines, \(count(report.findings.count))"
        lines.append("the model of \(profile.rawValue) \(verdict): \(counts)")
        if report.droppedCount > 0 {
            lines.append("the recorder had no room for \(report.droppedCount) more, which may be why they differ")
        }
        lines.append("confirmed     \(names(report.confirmed, report))")
        lines.append("contradicted  \(names(report.contradicted, report))")
        lines.append("not touched   \(report.untouched.count) of the rules the model enacts")
        lines.append("answered      \(names(report.answered, nil)), of what `carillon models questions` lists")
        return lines
    }

    /// One object a difference, and one for the verdict.
    package static func json(_ report: ReplayReport) -> [JSONValue] {
        let findings: [JSONValue] = report.findings.map {
            ["line": .integer(Int64($0.line)), "rule": .string($0.rule.id), "difference": .string($0.words)]
        }
        return findings + [
            [
                "holds": .bool(report.holds), "lines": .integer(Int64(report.lineCount)),
                "dropped": .integer(Int64(report.droppedCount)), "confirmed": ids(report.confirmed),
                "contradicted": ids(report.contradicted), "untouched": ids(report.untouched),
                "answered": ids(report.answered),
            ]
        ]
    }

    private static func ids(_ rules: [DeviceRule]) -> JSONValue { .array(rules.map { .string($0.id) }) }

    private static func names(_ rules: [DeviceRule], _ report: ReplayReport?) -> String {
        guard !rules.isEmpty else { return "none" }
        return rules.map { rule in
            let times = report?.confirmations[rule] ?? 0
            return times > 1 ? "\(rule.id) (\(times) times)" : rule.id
        }.joined(separator: ", ")
    }

    private static func count(_ differences: Int) -> String {
        differences == 0 ? "no difference" : differences == 1 ? "1 difference" : "\(differences) differences"
    }
}
