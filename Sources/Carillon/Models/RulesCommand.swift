public import ArgumentParser
public import DeviceModel
package import WireJSON

/// `carillon models rules`: every rule with its certainty and source.
package struct RulesCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules of Apple's frameworks, each with its certainty and source.",
        discussion: """
            Without numbers it prints a table of all rules, with numbers those rules in full. The model implements enacted \
            rules, and tests prove them; advice is for authors of apps and servers.
            """)

    @Option(help: ArgumentHelp("Only rules this certain; repeat for more.", valueName: "certainty"))
    var certainty: [RuleCertainty] = []

    @Option(help: ArgumentHelp("Only rules of this framework; repeat for more.", valueName: "framework"))
    var framework: [RuleFramework] = []

    @Option(help: ArgumentHelp("Only enacted rules, or only advice.", valueName: "role"))
    var role: RuleRole?

    @Option(
        help: ArgumentHelp(
            "Only rules in force on this iPhone, with its figures.", valueName: "profile"))
    var profile: DeviceProfile?

    @Flag(help: "Each rule in full: statement, source and figures.")
    var long = false

    @Flag(help: "One JSON object a rule.")
    var json = false

    @Argument(help: "Only these, in full: C2, or 2.")
    var rules: [String] = []

    package init() {}

    package func run() async throws {
        let terminal = Terminal()
        let policy = profile?.policy
        let chosen = try chosenRules()
        if json {
            for rule in chosen { terminal.print(rule.json(under: policy).jsonText) }
        } else if long || !rules.isEmpty {
            for rule in chosen { RuleText(rule, under: policy).lines(on: terminal).forEach(terminal.print) }
        } else {
            RuleTable(chosen, under: policy).lines(on: terminal).forEach(terminal.print)
        }
    }

    /// The rules that match all options and arguments, by number.
    package func chosenRules() throws -> [DeviceRule] {
        let policy = profile?.policy
        let named = try rules.map(RulesCommand.rule)
        let chosen = DeviceRule.allCases.filter { rule in
            (named.isEmpty || named.contains(rule)) && (certainty.isEmpty || certainty.contains(rule.certainty))
                && (framework.isEmpty || framework.contains(rule.framework)) && (role == nil || role == rule.role)
                && policy?.isInForce(rule) ?? true
        }
        guard chosen.isEmpty else { return chosen }
        throw ValidationError("no rule matches all of these options")
    }

    private static func rule(_ text: String) throws -> DeviceRule {
        let id = text.uppercased()
        if let rule = DeviceRule.allCases.first(where: { $0.id == id || "\($0.number)" == id }) { return rule }
        throw ValidationError("there is no rule \(text); `carillon models rules` lists them")
    }
}

/// Rules as a table, with a count for each certainty.
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

    /// Colors the certainty within a finished line, so that color codes do not count as width.
    private static func paint(_ certainty: RuleCertainty, in line: String, on terminal: Terminal) -> String {
        guard let range = line.firstRange(of: certainty.rawValue) else { return line }
        return line[..<range.lowerBound] + terminal.paint(certainty.rawValue, certainty.color)
            + line[range.upperBound...]
    }
}

/// One rule in full, as lines of text.
struct RuleText {
    /// The width of a statement, in columns without its indentation.
    static let widthMax = 96

    let rule: DeviceRule
    let policy: DevicePolicy?

    init(_ rule: DeviceRule, under policy: DevicePolicy?) {
        self.rule = rule
        self.policy = policy
    }

    func lines(on terminal: Terminal) -> [String] {
        let kind = [
            terminal.paint(rule.certainty.rawValue, rule.certainty.color), rule.framework.rawValue, rule.role.rawValue,
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

extension RuleCertainty {
    /// Green for the most certain, red for the least.
    var color: TerminalColor {
        switch self {
        case .documented: .green
        case .stated: .cyan
        case .observed: .yellow
        case .reverseEngineered: .magenta
        case .assumed: .red
        }
    }
}

extension DeviceRule {
    /// The rule as JSON, with the figures of `policy` if there is one.
    package func json(under policy: DevicePolicy?) -> JSONValue {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "statement": .string(statement),
            "certainty": .string(certainty.rawValue), "framework": .string(framework.rawValue),
            "role": .string(role.rawValue), "source": .string(source),
        ]
        guard let policy else { return .object(object) }
        let figures = policy.figures.filter { $0.rule == self }
        object.append("profile", .string(policy.profile.rawValue))
        object.append("figures", .object(JSONObject(figures.map { ($0.name, .string($0.value)) })))
        return .object(object)
    }
}

extension RuleCertainty: ExpressibleByArgument {
    /// Accepts the name as printed, ignoring case.
    public init?(argument: String) {
        guard let found = RuleCertainty.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() })
        else {
            return nil
        }
        self = found
    }
}

extension RuleFramework: ExpressibleByArgument {
    /// Accepts the name as printed, ignoring case.
    public init?(argument: String) {
        guard let found = RuleFramework.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() })
        else {
            return nil
        }
        self = found
    }
}

extension RuleRole: ExpressibleByArgument {
    /// Accepts the name as printed, ignoring case.
    public init?(argument: String) {
        guard let found = RuleRole.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self = found
    }
}
