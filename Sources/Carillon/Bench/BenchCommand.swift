package import ArgumentParser
import WireJSON

/// `carillon bench`: what it can do on this machine, in figures.
package struct BenchCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure codec, call machine, phone, exchange, broadcast and media on this machine.",
        discussion: """
            Loopback only; takes about two minutes. Others on the machine cost latency first: take CPU per operation as \
            the robust figure, and compare only runs of the same machine.
            """)

    @Flag(help: "One JSON object a line: name, value, unit, better, how.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Only these groups: verto, call-model, explorer, phone, exchange, broadcast, push, media; repeat for more.",
            valueName: "name")
    )
    var only: [String] = []

    private static let all: [any Benchmark] =
        [CodecBenchmark(), CallModelBenchmark(), ExplorerBenchmark()] + modelBenchmarks
        + [ExchangeBenchmark(), BroadcastBenchmark(), PushBenchmark(), MediaBenchmark()]

    #if os(Linux)
        /// What runs on the models of Apple's frameworks, which are only built where the real ones are not.
        private static let modelBenchmarks: [any Benchmark] = [PhoneBenchmark()]
    #else
        private static let modelBenchmarks: [any Benchmark] = []
    #endif

    package init() {}

    private var chosen: [any Benchmark] {
        BenchCommand.all.filter { benchmark in only.isEmpty || only.contains { benchmark.name.hasPrefix($0) } }
    }

    package func validate() throws {
        guard !chosen.isEmpty else {
            throw ValidationError(
                "no benchmark begins so; there are \(BenchCommand.all.map(\.name).joined(separator: ", "))")
        }
    }

    package func run() async throws {
        let terminal = Terminal()
        var figures: [Measurement] = []
        for benchmark in chosen {
            if !json { terminal.complain("· \(benchmark.activity)") }
            let measured = try await benchmark.measure()
            if json { for figure in measured { terminal.say(figure.json.jsonText) } }
            figures += measured
        }
        if !json { terminal.say(BenchCommand.table(of: figures).lines(on: terminal).joined(separator: "\n")) }
    }

    private static func table(of figures: [Measurement]) -> TextTable {
        var table = TextTable(columns: [
            .init(heading: "figure"), .init(heading: "value", alignsRight: true), .init(heading: "unit"),
            .init(heading: "how"),
        ])
        for figure in figures { table.add([figure.name, figure.valueText, figure.unit, figure.how]) }
        return table
    }
}
