package import ArgumentParser
package import DeviceModel
import WireJSON

/// `carillon models rules`: every rule with its certainty and source.
package struct RulesCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules of Apple's frameworks, how certain each is and who says so.",
        discussion: """
            Without numbers a table of all; with numbers the rules in full. Enacted rules are what the model does and a \
            test proves; advice is for those who write apps and servers.
            """)

    @Option(help: ArgumentHelp("Only rules this certain; repeat for more.", valueName: "certainty"))
    var certainty: [RuleCertainty] = []

    @Option(help: ArgumentHelp("Only rules of this framework; repeat for more.", valueName: "framework"))
    var framework: [RuleFramework] = []

    @Option(help: ArgumentHelp("Only what the model does, or only what it says.", valueName: "role"))
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
            for rule in chosen { terminal.say(rule.json(under: policy).jsonText) }
        } else if long || !rules.isEmpty {
            for rule in chosen { RuleText(rule, under: policy).lines(on: terminal).forEach(terminal.say) }
        } else {
            RuleTable(chosen, under: policy).lines(on: terminal).forEach(terminal.say)
        }
    }

    /// The rules that are all that was asked for, by number.
    package func chosenRules() throws -> [DeviceRule] {
        let policy = profile?.policy
        let named = try rules.map(RulesCommand.rule)
        let chosen = DeviceRule.allCases.filter { rule in
            (named.isEmpty || named.contains(rule)) && (certainty.isEmpty || certainty.contains(rule.certainty))
                && (framework.isEmpty || framework.contains(rule.framework)) && (role == nil || role == rule.role)
                && policy?.isInForce(rule) ?? true
        }
        guard chosen.isEmpty else { return chosen }
        throw ValidationError("no rule is all of that at once")
    }

    private static func rule(_ text: String) throws -> DeviceRule {
        let id = text.uppercased()
        if let rule = DeviceRule.allCases.first(where: { $0.id == id || "\($0.number)" == id }) { return rule }
        throw ValidationError("there is no rule \(text); `carillon models rules` lists them")
    }
}
