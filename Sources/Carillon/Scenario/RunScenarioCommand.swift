package import ArgumentParser
import Scenarios
import WireJSON

/// `carillon scenario run`: one scenario in full, or all of them in a line each.
package struct RunScenarioCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Play scenarios on our phone, in virtual time, and say which promises were kept.",
        discussion: """
            Of a file everything is printed that the person holding the phone would have noticed, to the millisecond; \
            of all files one line each. Exits 0 if every promise was kept, 1 if not, 64 if a file is wrong.
            """)

    @Flag(help: "Every scenario under the folder, one line each.")
    var all = false

    @Option(help: ArgumentHelp("Where the scenarios are.", valueName: "folder"))
    var folder = "Scenarios"

    @Flag(help: "One line a scenario, and its broken promises.")
    var brief = false

    @Flag(help: "One JSON object a scenario: moments and promises.")
    var json = false

    @Argument(help: "Scenario files.")
    var files: [String] = []

    package init() {}

    package func validate() throws {
        if all, !files.isEmpty { throw ValidationError("--all or files, not both") }
        if !all, files.isEmpty { throw ValidationError("name a scenario file, or say --all") }
    }

    package func run() async throws {
        let terminal = Terminal()
        let scenarios = try read()
        var failed = 0
        for (file, scenario) in scenarios {
            let outcome = await ScenarioRunner.run(scenario)
            if !outcome.isPassed { failed += 1 }
            say(outcome, of: file, on: terminal)
        }
        if !json, scenarios.count > 1 || all {
            terminal.say("\(scenarios.count - failed) passed, \(failed) failed")
        }
        guard failed == 0 else { throw ExitCode.failure }
    }

    /// All are read before the first is played, so that a mistake in the last is not found at the end.
    private func read() throws -> [(file: String, scenario: Scenario)] {
        do throws(ScenarioError) {
            return try ScenarioFiles(all ? .folder(folder) : .files(files)).scenarios
        } catch {
            throw WrongFile("\(error)")
        }
    }

    private func say(_ outcome: ScenarioOutcome, of file: String, on terminal: Terminal) {
        if json { return terminal.say(outcome.json(of: file).jsonText) }
        let text = OutcomeText(outcome) { terminal.paint($0, $1.colour) }
        if all || brief {
            terminal.say(text.summary)
        } else {
            text.lines.forEach(terminal.say)
        }
    }
}
