package import ArgumentParser
import Foundation

/// The one binary: what is done with Carillon is one of its verbs.
@main
package struct Carillon: AsyncParsableCommand {
    /// What `carillon --version` says and the phone of the terminal names itself with.
    package static let version = "0.1.0"

    package static let configuration = CommandConfiguration(
        commandName: "carillon",
        abstract: "A calling system: exchange, phones and proof, on one machine.",
        discussion: "Exits 0 if all went as asked, 1 if something failed, 64 if it was asked wrongly.",
        version: version,
        subcommands: [
            DemoCommand.self, ServeCommand.self, PhoneCommand.self, ExploreCommand.self, BenchCommand.self,
            StandinCommand.self,
        ] + modelCommands)

    package init() {}

    /// The library's own `main` would show the usage of `carillon` for a mistake found by the verb that runs.
    package static func main() async {
        var verb: any ParsableCommand.Type = Carillon.self
        do {
            var command = try parseAsRoot()
            verb = type(of: command)
            guard var lasting = command as? any AsyncParsableCommand else { return try command.run() }
            try await lasting.run()
        } catch {
            let terminal = Terminal()
            let ending = CommandEnding(error, of: verb, width: Terminal.width)
            if !ending.text.isEmpty {
                if ending.isGood { terminal.say(ending.text) } else { terminal.complain(ending.text) }
            }
            Foundation.exit(ending.code)
        }
    }

    #if os(Linux)
        /// What stands on the models of Apple's frameworks, which are only built where the real ones are not.
        private static let modelCommands: [any ParsableCommand.Type] = [ModelsCommand.self, ScenarioCommand.self]
    #else
        private static let modelCommands: [any ParsableCommand.Type] = []
    #endif
}
