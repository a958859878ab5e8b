import ArgumentParser
import Explorer
import Foundation
import Scopes
import WireJSON

/// `carillon explore`: every state of the machines in small surroundings.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Visit every reachable state of the machines and check what must hold in each.",
        discussion: """
            Breadth first, so that a broken promise is shown by a shortest way to it. Exits 0 only if every promise holds \
            and, where counts are recorded, they are the same.
            """)

    @Flag(help: "Every scope; the default when none is named.")
    var all = false

    @Flag(help: "Name the scopes and stop.")
    var list = false

    @Flag(help: "One JSON object a scope: name, states, transitions, depth, terminal, verdict.")
    var json = false

    @Option(help: ArgumentHelp("Remember at most so many states of a scope.", valueName: "count"))
    var states: Int?

    @Option(help: ArgumentHelp("Go at most so many steps from the start.", valueName: "steps"))
    var depth: Int?

    @Option(help: ArgumentHelp("The counts to compare with, if the file exists.", valueName: "file"))
    var recorded = "Vectors/explored.json"

    @Flag(help: "Write the counts into that file instead of comparing.")
    var record = false

    @Argument(help: "Scopes whose names begin so; quote the blanks.")
    var names: [String] = []

    func validate() throws {
        if record, states != nil || depth != nil {
            throw ValidationError("only whole searches are recorded: leave out --states and --depth")
        }
        if all, !names.isEmpty { throw ValidationError("--all or names of scopes, not both") }
    }

    func run() async throws {
        let terminal = Terminal()
        let chosen = try chosenScopes()
        if list {
            for scope in chosen { terminal.say(scope.name) }
            return
        }
        let book = ExplorationBook(path: recorded, isWritten: record)
        var results: [ExplorationResult] = []
        for scope in chosen {
            let result = explore(scope, book, terminal)
            if json { terminal.say(result.json.jsonText) }
            results.append(result)
        }
        if !json { ExplorationResult.lines(of: results, on: terminal).forEach(terminal.say) }
        if record { try book.write(results) }
        guard results.allSatisfy(\.isGood) else { throw ExitCode.failure }
    }

    private func chosenScopes() throws -> [Scope] {
        let scopes = Scope.all.filter { scope in names.isEmpty || names.contains { scope.name.hasPrefix($0) } }
        guard scopes.isEmpty else { return scopes }
        throw ValidationError("no scope begins so; `carillon explore --list` names them")
    }

    private func explore(_ scope: Scope, _ book: ExplorationBook, _ terminal: Terminal) -> ExplorationResult {
        var bar = ProgressBar(name: scope.name, expected: book.recorded(scope.name)?.states)
        let start = ContinuousClock().now
        var bounds: ExplorationBounds?
        if states != nil || depth != nil {
            bounds = ExplorationBounds(statesMax: states ?? 10_000_000, depthMax: depth ?? .max)
        }
        let report = scope.explore(bounds: bounds) { bar.show($0.states, unit: "states") }
        bar.clear()
        return ExplorationResult(
            report: report, duration: ContinuousClock().now - start,
            difference: bounds == nil ? book.difference(scope.name, report.counts) : nil)
    }
}
