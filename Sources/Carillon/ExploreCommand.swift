package import ArgumentParser
import Explorer
import Foundation
import Scopes
import Synchronization
import WireJSON

#if os(Linux)
    import PhoneScopes
#endif

/// `carillon explore`: visits every state of the machines in small surroundings.
package struct ExploreCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Visit every reachable state of the machines and check the promises in each.",
        discussion: """
            Searches breadth first, so that it shows the shortest way to a broken promise. Exits 0 only if every promise \
            holds and all recorded counts are the same. An interrupt ends the search with the results so far. In a pipe \
            each scope prints a line when it is done (on standard error with --json).
            """)

    @Flag(help: "Every scope; the default when none is named.")
    var all = false

    @Flag(help: "List the scopes and exit.")
    var list = false

    @Flag(help: "One JSON object a scope: name, states, transitions, depth, terminal, verdict.")
    var json = false

    @Option(help: ArgumentHelp("The most states to remember for a scope.", valueName: "count"))
    var states: Int?

    @Option(help: ArgumentHelp("The most steps from the start.", valueName: "steps"))
    var depth: Int?

    @Option(help: ArgumentHelp("The counts to compare with, if the file exists.", valueName: "file"))
    var recorded = "Vectors/explored.json"

    @Flag(help: "Write the counts into that file instead of comparing.")
    var record = false

    @Argument(help: "Scopes, by the beginning of their names; quote names with spaces.")
    var names: [String] = []

    package init() {}

    package func validate() throws {
        if record, states != nil || depth != nil {
            throw ValidationError("only whole searches are recorded: leave out --states and --depth")
        }
        if all, !names.isEmpty { throw ValidationError("--all or names of scopes, not both") }
        if let states, states < 1 { throw ValidationError("--states must be at least 1") }
        if let depth, depth < 0 { throw ValidationError("--depth must not be negative") }
        if chosenScopes.isEmpty {
            throw ValidationError("no scope has a name that begins so; `carillon explore --list` lists them")
        }
    }

    package func run() async throws {
        let terminal = Terminal()
        if list {
            for scope in chosenScopes { terminal.print(scope.name) }
            return
        }
        let recordedCounts = try RecordedCountsFile(path: recorded, isWritten: record)
        let watch = ExplorationProgress(planned: chosenScopes.count)
        // An interrupted search reports its results so far, and exits with the code that shells expect.
        let signals = await SignalSources.begin([SIGINT, SIGTERM]) { number in
            report(watch, terminal)
            Foundation.exit(128 + number)
        }
        defer { signals.cancel() }
        for scope in chosenScopes {
            watch.begin(scope.name)
            let result = explore(scope, recordedCounts, watch)
            watch.end(result)
            report(result, terminal)
        }
        if !json { report(watch, terminal) }
        if record { try recordedCounts.write(watch.results) }
        guard watch.results.allSatisfy(\.isGood) else { throw ExitCode.failure }
    }

    private var chosenScopes: [Scope] {
        Scope.all.filter { scope in names.isEmpty || names.contains { scope.name.hasPrefix($0) } }
    }

    private func explore(_ scope: Scope, _ recordedCounts: RecordedCountsFile, _ watch: ExplorationProgress)
        -> ExplorationResult
    {
        var bar = ProgressBar(name: scope.name, expected: recordedCounts.recorded(scope.name)?.states)
        let start = ContinuousClock().now
        var bounds: ExplorationBounds?
        if states != nil || depth != nil {
            bounds = ExplorationBounds(statesMax: states ?? 10_000_000, depthMax: depth ?? .max)
        }
        let report = scope.explore(bounds: bounds) { counts in
            watch.see(counts, of: scope.name)
            bar.show(counts.states, unit: "states")
        }
        bar.clear()
        return ExplorationResult(
            report: report, duration: ContinuousClock().now - start,
            difference: bounds == nil ? recordedCounts.difference(scope.name, report.counts) : nil)
    }

    /// Reports one scope when it is done: as JSON with `--json`, and as a line if standard output is a pipe.
    private func report(_ result: ExplorationResult, _ terminal: Terminal) {
        if json { terminal.print(result.json.jsonText) }
        guard !terminal.isWatched else { return }
        if json { terminal.complain(result.line) } else { terminal.print(result.line) }
    }

    /// Prints the summary at the end or at an interrupt.
    private func report(_ watch: ExplorationProgress, _ terminal: Terminal) {
        let (results, summary) = watch.summary
        guard !json else { return terminal.complain(summary.text) }
        ExplorationResult.lines(of: results, summary, on: terminal).forEach(terminal.print)
    }
}

/// Keeps the results so far, so that an interrupt can end the exploration with a summary.
///
/// A search does not check for signals while it runs, so the signal's own queue prints the summary and ends the
/// process.
final class ExplorationProgress: Sendable {
    private struct Seen {
        var results: [ExplorationResult] = []
        var current: ExplorationSummary.Unfinished?
    }

    private let planned: Int
    private let seen = Mutex(Seen())

    /// - Parameter planned: how many scopes are to be searched.
    init(planned: Int) {
        self.planned = planned
    }

    var results: [ExplorationResult] { seen.withLock { $0.results } }

    func begin(_ scope: String) {
        seen.withLock { $0.current = .init(name: scope, states: 0) }
    }

    func see(_ counts: ExplorationCounts, of scope: String) {
        seen.withLock { $0.current = .init(name: scope, states: counts.states) }
    }

    func end(_ result: ExplorationResult) {
        seen.withLock { seen in
            seen.current = nil
            seen.results.append(result)
        }
    }

    /// The results and the summary so far.
    var summary: (results: [ExplorationResult], summary: ExplorationSummary) {
        seen.withLock { seen in
            (seen.results, ExplorationSummary(seen.results, unfinished: seen.current, planned: planned))
        }
    }
}

extension Scope {
    /// All scopes that `carillon explore` knows, in the order of their search.
    static var all: [Scope] { exchange + onModels }

    #if os(Linux)
        /// The scopes that need the models of Apple's frameworks.
        private static var onModels: [Scope] { phone }
    #else
        private static var onModels: [Scope] { [] }
    #endif
}
