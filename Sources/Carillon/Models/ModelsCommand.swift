import ArgumentParser

/// `carillon models`: what is known of Apple's frameworks, and what the model makes of it.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Show the executable model of Apple's calling frameworks.",
        subcommands: [RulesCommand.self, ProfilesCommand.self, QuestionsCommand.self, ReplayCommand.self])
}
