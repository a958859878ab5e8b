package import ArgumentParser
import Foundation
import WireJSON

/// `carillon demo`: makes real calls through the whole system, as stories, and verifies each step.
package struct DemoCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make real calls through the exchange, the SDK and real media, and verify every step of them.",
        discussion: """
            Runs all stories, on loopback only. Exits 0 only if every verification succeeds.
            """)

    @Flag(help: "List the stories and exit.")
    var list = false

    @Option(
        name: .customLong("story"),
        help: ArgumentHelp("Run only this story; repeat for more.", valueName: "name"))
    var names: [String] = []

    @Flag(help: "One JSON object instead of text.")
    var json = false

    @Flag(help: "Keep the exchange and phones of one story running until interrupted; needs --story.")
    var keep = false

    @Option(
        help: ArgumentHelp(
            "Also write every event and effect to this file, as JSON lines. A file of that name is replaced.",
            valueName: "file"))
    var trace: String?

    package init() {}

    package func validate() throws {
        if let unknown = names.first(where: { DemoStories.named($0) == nil }) {
            let known = DemoStories.all.map { $0.name }.joined(separator: ", ")
            throw ValidationError("There is no story \(unknown). The stories are \(known).")
        }
        if keep, names.count != 1 { throw ValidationError("--keep needs exactly one --story.") }
    }

    package func run() async throws {
        let terminal = Terminal()
        if list { return reportNames(terminal) }
        let file = try trace.map { try TraceFileWriter(path: $0) }
        let stories = names.isEmpty ? DemoStories.all : names.compactMap { DemoStories.named($0) }
        var reports: [DemoReport] = []
        for story in stories { reports.append(try await report(story, file, terminal)) }
        let summary = DemoSummary(reports: reports)
        terminal.print(json ? summary.json.jsonText : summary.verdict(on: terminal))
        let isTraced = file?.finish() ?? true
        if !summary.isGood || !isTraced { throw ExitCode.failure }
    }

    private func reportNames(_ terminal: Terminal) {
        var table = TextTable(columns: [.init(heading: "story"), .init(heading: "what happens")])
        for story in DemoStories.all { table.add([story.name, story.summary]) }
        terminal.print(table.lines(on: terminal).joined(separator: "\n"))
    }

    private func report(
        _ type: any DemoStory.Type, _ file: TraceFileWriter?, _ terminal: Terminal
    ) async throws -> DemoReport {
        let stage = StoryRecorder(trace: TraceCollector(file: file)) { line in
            if !json { terminal.print(terminal.paint("  · ", .dim) + line) }
        }
        if !json { terminal.print(terminal.paint("\(type.name): \(type.summary)", .bold)) }
        let story = type.init(on: stage)
        let limit = Self.limit(terminal, type.name)
        do { try await story.run() } catch { stage.verify("the story came to its end", false, "\(error)") }
        limit.cancel()
        let report = DemoReport(stage, of: type)
        if !json { terminal.print(report.lines(on: terminal).joined(separator: "\n") + "\n") }
        if keep { try await stay(with: story, terminal) }
        await story.finish()
        return report
    }

    /// Ends the program when a story hangs. The timer runs on a thread of its own, because any other may be the one
    /// that hangs.
    private static func limit(_ terminal: Terminal, _ name: String) -> DispatchWorkItem {
        let limit = DispatchWorkItem {
            terminal.complain(
                "carillon demo: \(name) has not ended after three minutes; it hangs in the last step above")
            Foundation.exit(EXIT_FAILURE)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(180), execute: limit)
        return limit
    }

    /// Keeps the story's exchange and phones running until the user interrupts.
    private func stay(with story: any DemoStory, _ terminal: Terminal) async throws {
        terminal.complain(
            "the exchange goes on at ws://127.0.0.1:\(story.port ?? 0)/ and its phones with it; interrupt to end")
        let signals = await ProcessSignals.begin(reloads: false)
        for await _ in signals.stream { break }
        signals.cancel()
    }
}
