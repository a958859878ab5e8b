package import ArgumentParser
import Foundation
import WireJSON

/// `carillon demo`: one real call through everything, verified.
package struct DemoCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make a real call through the exchange, the SDK and real media, and verify every step of it.",
        discussion: "Takes some nine seconds on loopback only, and exits 0 only if all of it came true.")

    @Flag(help: "One JSON object instead of text.")
    var json = false

    @Flag(help: "Leave exchange and phones running afterwards, until interrupted.")
    var keep = false

    @Option(
        help: ArgumentHelp(
            "Also write every event and effect to this file, as JSON lines. A file of that name is replaced.",
            valueName: "file"))
    var trace: String?

    package init() {}

    package func run() async throws {
        let terminal = Terminal()
        let file = try trace.map { try TraceFile(path: $0) }
        let collector = TraceCollector(file: file)
        let run = DemoRun(trace: collector) { line in
            if !json { terminal.say(terminal.paint("  · ", .dim) + line) }
        }
        if !json { terminal.say(terminal.paint("Carillon: one call through everything", .bold)) }
        let limit = Self.limit(terminal)
        do { try await run.run() } catch { run.verify("the demo ran to its end", false, "\(error)") }
        limit.cancel()
        let report = DemoReport(
            timeline: Timeline(collector.records, names: run.deviceNames), figures: run.figures,
            verifications: run.verifications)
        report.say(on: terminal, asJSON: json)
        if keep { try await run.stay(terminal) }
        await run.finish()
        let isTraced = file?.finish() ?? true
        if !report.isGood || !isTraced { throw ExitCode.failure }
    }

    /// Ends the program when the demo hangs: a thread of its own, as every other may be what hangs.
    private static func limit(_ terminal: Terminal) -> DispatchWorkItem {
        let limit = DispatchWorkItem {
            terminal.complain("carillon demo: not at its end after three minutes; it hangs in the step told last")
            Foundation.exit(EXIT_FAILURE)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(180), execute: limit)
        return limit
    }
}

extension DemoReport {
    fileprivate func say(on terminal: Terminal, asJSON: Bool) {
        guard !asJSON else { return terminal.say(json.jsonText) }
        terminal.say(lines(on: terminal).joined(separator: "\n"))
    }
}

extension DemoRun {
    /// Until the person interrupts.
    fileprivate func stay(_ terminal: Terminal) async throws {
        terminal.complain(
            "the exchange goes on at ws://127.0.0.1:\(port ?? 0)/ and its phones with it; interrupt to end")
        let signals = ProcessSignals(reloads: false)
        for await _ in signals.stream { break }
        signals.cancel()
    }
}
