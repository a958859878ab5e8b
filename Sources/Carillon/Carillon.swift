import ArgumentParser

/// The one binary: what is done with Carillon is one of its verbs.
@main
struct Carillon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carillon",
        abstract: "A calling system: exchange, phones and proof, on one machine.",
        subcommands: [
            DemoCommand.self, ServeCommand.self, PhoneCommand.self, ExploreCommand.self, BenchCommand.self,
        ] + modelCommands)

    #if os(Linux)
        /// What stands on the models of Apple's frameworks, which are only built where the real ones are not.
        private static let modelCommands: [any ParsableCommand.Type] = [ModelsCommand.self, ScenarioCommand.self]
    #else
        private static let modelCommands: [any ParsableCommand.Type] = []
    #endif
}
