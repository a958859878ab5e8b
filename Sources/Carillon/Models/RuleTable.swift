import DeviceModel

/// Rules as a table, and how many are how certain.
struct RuleTable {
    let rules: [DeviceRule]
    let policy: DevicePolicy?

    init(_ rules: [DeviceRule], under policy: DevicePolicy?) {
        self.rules = rules
        self.policy = policy
    }

    func lines(on terminal: Terminal) -> [String] {
        var columns: [TextTable.Column] = [
            .init(heading: "rule", alignsRight: true), .init(heading: "certainty"), .init(heading: "framework"),
            .init(heading: "role"), .init(heading: "name"),
        ]
        let figures = policy?.figures ?? []
        if policy != nil { columns.append(.init(heading: "figures")) }
        var table = TextTable(columns: columns)
        for rule in rules {
            let own = figures.filter { $0.rule == rule }.map { "\($0.name) \($0.value)" }
            table.add([
                rule.id, rule.certainty.rawValue, rule.framework.rawValue, rule.role.rawValue, rule.name,
                own.joined(separator: "; "),
            ])
        }
        let body = zip(rules, table.blocks(on: terminal)).flatMap { rule, lines in
            [RuleTable.paint(rule.certainty, in: lines[0], on: terminal)] + lines.dropFirst()
        }
        return table.heading(on: terminal) + body + ["", summary]
    }

    private var summary: String {
        let counts = RuleCertainty.allCases.map { certainty in
            "\(rules.count { $0.certainty == certainty }) \(certainty.rawValue)"
        }
        let enacted = rules.count { $0.role == .enacted }
        return "\(rules.count) rules: \(counts.joined(separator: ", ")); \(enacted) enacted by the model"
    }

    /// Colours the certainty within a finished line, so that colour codes do not count as width.
    private static func paint(_ certainty: RuleCertainty, in line: String, on terminal: Terminal) -> String {
        guard let range = line.firstRange(of: certainty.rawValue) else { return line }
        return line[..<range.lowerBound] + terminal.paint(certainty.rawValue, certainty.colour)
            + line[range.upperBound...]
    }
}
