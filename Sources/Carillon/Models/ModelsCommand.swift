public import ArgumentParser
public import DeviceModel
import WireJSON

/// `carillon models`: shows the rules of Apple's frameworks and how the model implements them.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Show the executable model of Apple's calling frameworks.",
        subcommands: [
            RulesCommand.self, ProfilesCommand.self, QuestionsCommand.self, ReplayCommand.self,
            ModelPhoneCommand.self,
        ])
}

/// `carillon models profiles`: compares the figures of all iPhones that can be modeled.
struct ProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "Compare the figures of the modeled iPhones.",
        discussion: "Shows the figures that differ; --all shows the common ones too.")

    @Flag(help: "Also the figures that are the same everywhere.")
    var all = false

    @Flag(help: "One JSON object a profile.")
    var json = false

    func run() async throws {
        let terminal = Terminal()
        let profiles = DeviceProfile.allCases.map { (profile: $0, figures: $0.policy.figures) }
        guard !json else {
            for (profile, figures) in profiles { terminal.print(ProfilesCommand.json(profile, figures).jsonText) }
            return
        }
        var table = TextTable(
            columns: [.init(heading: "rule", alignsRight: true), .init(heading: "figure")]
                + profiles.map { .init(heading: $0.profile.rawValue) })
        for index in profiles[0].figures.indices {
            let values = profiles.map { $0.figures[index].value }
            guard all || Set(values).count > 1 else { continue }
            table.add([profiles[0].figures[index].rule.id, profiles[0].figures[index].name] + values)
        }
        table.lines(on: terminal).forEach(terminal.print)
    }

    private static func json(_ profile: DeviceProfile, _ figures: [PolicyFigure]) -> JSONValue {
        [
            "profile": .string(profile.rawValue),
            "figures": .array(
                figures.map {
                    ["rule": .string($0.rule.id), "name": .string($0.name), "value": .string($0.value)]
                }),
        ]
    }
}

extension DeviceProfile: ExpressibleByArgument {
    /// Accepts the name as printed, ignoring case.
    public init?(argument: String) {
        guard let found = DeviceProfile.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() })
        else {
            return nil
        }
        self = found
    }
}
