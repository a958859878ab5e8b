import ArgumentParser
import WireJSON

/// `carillon bench`: what it can do on this machine, in figures.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure codec, call machine, exchange and media on this machine.",
        discussion: """
            Loopback only; takes about a minute. Others on the machine cost latency first: take CPU per operation as the robust \
            figure, and compare only runs of the same machine.
            """)

    @Flag(help: "One JSON object a line: name, value, unit, better, how.")
    var json = false

    @Option(help: ArgumentHelp("Only benchmarks whose name begins so.", valueName: "name"))
    var only: [String] = []

    private static let all: [(name: String, benchmark: any Benchmark)] = [
        ("verto", CodecBenchmark()), ("call-model", CallModelBenchmark()), ("exchange", ExchangeBenchmark()),
        ("media", MediaBenchmark()),
    ]

    func run() async throws {
        let terminal = Terminal()
        let chosen = BenchCommand.all.filter { entry in only.isEmpty || only.contains { entry.name.hasPrefix($0) } }
        guard !chosen.isEmpty else {
            throw ValidationError("no benchmark begins so; there are \(BenchCommand.all.map(\.name).joined(separator: ", "))")
        }
        var table = TextTable(columns: [
            .init(heading: "figure"), .init(heading: "value", alignsRight: true), .init(heading: "unit"), .init(heading: "how"),
        ])
        for (_, benchmark) in chosen {
            if !json { terminal.complain("· \(benchmark.activity)") }
            for measurement in try await benchmark.measure() {
                if json { terminal.say(measurement.json.jsonText) }
                table.add([measurement.name, measurement.valueText, measurement.unit, measurement.how])
            }
        }
        if !json { table.lines(on: terminal).forEach { terminal.say($0) } }
    }
}
