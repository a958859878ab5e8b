package import ArgumentParser
import Foundation

/// The `carillon` program. Everything it does is one of its subcommands.
@main
package struct Carillon: AsyncParsableCommand {
    /// The version that `carillon --version` prints and the terminal's phone sends as its user agent.
    package static let version = "0.1.0"

    package static let configuration = CommandConfiguration(
        commandName: "carillon",
        abstract: "A calling system: an exchange, phones, and the tools that verify them, on one machine.",
        discussion: "Exits 0 on success, 1 on failure, 64 if the command line is wrong.",
        version: version,
        subcommands: [
            DemoCommand.self, ServeCommand.self, PhoneCommand.self, ExploreCommand.self, BenchCommand.self,
            StandinCommand.self,
        ] + modelCommands)

    package init() {}

    /// Replaces the library's `main`, which would show the usage of `carillon` when a subcommand finds a mistake.
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
                if ending.isGood { terminal.print(ending.text) } else { terminal.complain(ending.text) }
            }
            Foundation.exit(ending.code)
        }
    }

    #if os(Linux)
        /// Subcommands that need the models of Apple's frameworks, which are built only where the real frameworks are
        /// missing.
        private static let modelCommands: [any ParsableCommand.Type] = [
            LabCommand.self, ModelsCommand.self, ScenarioCommand.self,
        ]
    #else
        private static let modelCommands: [any ParsableCommand.Type] = []
    #endif
}
