import ArgumentParser

/// `carillon scenario`: scenarios of a phone, told as data.
struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Play scenarios: what the person holding the phone would see, hear and find in Recents.",
        discussion: "Documentation/Scenarios.md tells the language by example.",
        subcommands: [RunScenarioCommand.self, ListScenariosCommand.self])
}
