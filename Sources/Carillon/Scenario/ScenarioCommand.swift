import ArgumentParser

/// `carillon scenario`: stories of a phone, told as data.
struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Play stories of a phone: what its owner would see, hear and find in Recents.",
        discussion: "Documentation/Scenarios.md tells the language by example.",
        subcommands: [RunScenarioCommand.self, ListScenariosCommand.self])
}
