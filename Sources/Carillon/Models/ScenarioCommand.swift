package import ArgumentParser
package import Scenarios
package import WireJSON

/// `carillon scenario`: plays scenarios of a phone, which are written as data.
struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Play scenarios: show what the person with the phone would see, hear and find in Recents.",
        discussion: "Documentation/Scenarios.md explains the language by examples.",
        subcommands: [RunScenarioCommand.self, ListScenariosCommand.self])
}

/// `carillon scenario run`: plays one scenario and prints it in full, or all of them with one line each.
package struct RunScenarioCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Play scenarios on our phone, in virtual time, and say which promises were kept.",
        discussion: """
            For a file, prints everything that the person would have noticed, to the millisecond; with --all, one \
            line for each file. Exits 0 if every promise was kept, 1 if not, 64 if a file is wrong.
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
        if !all, files.isEmpty { throw ValidationError("name a scenario file, or use --all") }
    }

    package func run() async throws {
        let terminal = Terminal()
        let scenarios = try read()
        var failed = 0
        for (file, scenario) in scenarios {
            let outcome = await ScenarioRunner.run(scenario)
            if !outcome.isPassed { failed += 1 }
            report(outcome, of: file, on: terminal)
        }
        if !json, scenarios.count > 1 || all {
            terminal.print("\(scenarios.count - failed) passed, \(failed) failed")
        }
        guard failed == 0 else { throw ExitCode.failure }
    }

    /// Reads all scenarios before the first is played, so that a mistake in the last one is found at once.
    private func read() throws -> [(file: String, scenario: Scenario)] {
        do throws(ScenarioError) {
            return try ScenarioFiles(all ? .folder(folder) : .files(files)).scenarios
        } catch {
            throw WrongFile("\(error)")
        }
    }

    private func report(_ outcome: ScenarioOutcome, of file: String, on terminal: Terminal) {
        if json { return terminal.print(outcome.json(of: file).jsonText) }
        let text = OutcomeText(outcome) { terminal.paint($0, $1.color) }
        if all || brief {
            terminal.print(text.summary)
        } else {
            text.lines.forEach(terminal.print)
        }
    }
}

/// `carillon scenario list`: lists the scenarios of a folder.
struct ListScenariosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Name the scenarios under a folder, with their files.")

    @Option(help: ArgumentHelp("Where the scenarios are.", valueName: "folder"))
    var folder = "Scenarios"

    func run() async throws {
        let terminal = Terminal()
        do throws(ScenarioError) {
            for (file, scenario) in try ScenarioFiles(.folder(folder)).scenarios {
                terminal.print("\(terminal.paint(file, .dim))  \(scenario.name)")
            }
        } catch {
            throw WrongFile("\(error)")
        }
    }
}

/// The scenarios of a folder or of some files, in order.
struct ScenarioFiles {
    enum Place {
        case folder(String)
        case files([String])
    }

    let scenarios: [(file: String, scenario: Scenario)]

    init(_ place: Place) throws(ScenarioError) {
        let paths: [String] =
            switch place {
            case .folder(let folder): try ScenarioFolder.files(under: folder)
            case .files(let files): files
            }
        var found: [(file: String, scenario: Scenario)] = []
        for path in paths { found.append((path, try ScenarioReader.read(path: path))) }
        scenarios = found
    }
}

extension OutcomeText.Part {
    /// The color of a part; a moment's color shows its author.
    var color: TerminalColor {
        switch self {
        case .title: .bold
        case .remark, .time: .dim
        case .held: .green
        case .broken: .red
        case .author(.exchange): .blue
        case .author(.network): .yellow
        case .author(.person): .green
        case .author(.fate): .red
        case .author(.phone): .cyan
        case .author(.app): .magenta
        }
    }
}

extension ScenarioOutcome {
    /// The whole outcome as JSON; times are milliseconds since the scenario's start.
    package func json(of file: String) -> JSONValue {
        [
            "scenario": .string(scenario.name), "file": .string(file), "passed": .bool(isPassed),
            "moments": .array(
                moments.map { moment in
                    [
                        "at": .integer(moment.at.wholeMilliseconds), "by": .string(moment.author.rawValue),
                        "words": .string(moment.words),
                    ]
                }),
            "promises": .array(
                verdicts.map { verdict in
                    [
                        "at": .integer(verdict.at.wholeMilliseconds), "promise": .string(verdict.promise),
                        "kept": .bool(verdict.isHeld), "found": .string(verdict.found),
                    ]
                }),
        ]
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
