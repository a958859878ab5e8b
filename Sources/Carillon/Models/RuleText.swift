import DeviceModel

/// One rule in full.
struct RuleText {
    /// Columns of a statement, indented.
    static let widthMax = 96

    let rule: DeviceRule
    let policy: DevicePolicy?

    init(_ rule: DeviceRule, under policy: DevicePolicy?) {
        self.rule = rule
        self.policy = policy
    }

    func lines(on terminal: Terminal) -> [String] {
        let kind = [
            terminal.paint(rule.certainty.rawValue, rule.certainty.colour), rule.framework.rawValue, rule.role.rawValue,
        ]
        var lines = ["\(terminal.paint(rule.description, .bold))  \(kind.joined(separator: " · "))"]
        lines += RuleText.wrapped(rule.statement).map { "    \($0)" }
        lines += ["    \(terminal.paint("source: \(rule.source)", .dim))"]
        for figure in policy?.figures ?? [] where figure.rule == rule {
            lines.append("    \(figure.name): \(terminal.paint(figure.value, .cyan))")
        }
        if let question = rule.question {
            let words = "to ask a device: \(question.doing) Answered by \(question.answer.words)."
            lines += RuleText.wrapped(words).map { "    \($0)" }
        }
        return lines + [""]
    }

    static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < widthMax {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
