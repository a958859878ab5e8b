package import ArgumentParser
import WireJSON

/// `carillon bench`: measures Carillon's performance on this machine.
package struct BenchCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract:
            "Measure the machine, codec, call machine, phone, public-call, exchange, rings, broadcast, peers and media.",
        discussion: """
            Uses loopback only and takes some five minutes. Other load on the machine affects latency most: use CPU per \
            operation for comparisons, and compare only runs of the same machine. --short does a hundredth of everything, \
            only to show that it works.
            """)

    @Flag(help: "One JSON object a line: name, value, unit, better, how.")
    var json = false

    @Flag(help: "Do a hundredth of everything, to test the benchmarks; the figures are meaningless.")
    var short = false

    @Option(
        help: ArgumentHelp(
            "Only these groups (floors, verto, call-model, explorer, phone, exchange, rings, broadcast, peers, push, media) or figures; repeat.",
            valueName: "name")
    )
    var only: [String] = []

    private static let all: [any Benchmark] =
        [MachineBaselineBenchmark(), CodecBenchmark(), CallModelBenchmark(), ExplorerBenchmark()] + modelBenchmarks
        + [
            ExchangeBenchmark(), RingBenchmark(), BroadcastBenchmark(), PeerBenchmark(), PushBenchmark(),
            MediaBenchmark(),
        ]

    #if os(Linux)
        /// Benchmarks on the models of Apple's frameworks, which are built only where the real frameworks are missing.
        private static let modelBenchmarks: [any Benchmark] = [PhoneBenchmark(), PublicCallBenchmark()]
    #else
        private static let modelBenchmarks: [any Benchmark] = []
    #endif

    package init() {}

    private var choice: BenchChoice { BenchChoice(only, among: BenchCommand.all.map { ($0.name, $0.figureNames) }) }

    package func validate() throws {
        guard let word = choice.idleWord else { return }
        let all = BenchCommand.all.map { "\($0.name) (\($0.figureNames.joined(separator: ", ")))" }
        throw ValidationError("no benchmark or figure begins with \(word); there are \(all.joined(separator: ", "))")
    }

    package func run() async throws {
        let terminal = Terminal()
        #if CARILLON_QUICK
            if !short { terminal.complain("carillon bench: this is not an optimized build, as `make bench` makes one") }
        #endif
        var figures: [Measurement] = []
        let choice = choice
        for benchmark in BenchCommand.all where choice.includes(group: benchmark.name) {
            if !json { terminal.complain("· \(benchmark.activity)") }
            if let missing = benchmark.missing { terminal.complain("· \(missing)") }
            let measured = try await benchmark.measure(short ? .short : .whole).filter {
                choice.includes($0.name, of: benchmark.name)
            }
            if json { for figure in measured { terminal.print(figure.json.jsonText) } }
            figures += measured
        }
        if !json { terminal.print(BenchCommand.table(of: figures).lines(on: terminal).joined(separator: "\n")) }
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

/// The groups and figures that `--only` selects.
package struct BenchChoice {
    private let words: [String]
    private let groups: [(name: String, figures: [String])]

    /// - Parameter words: prefixes of names of groups or figures; an empty list selects everything.
    package init(_ words: [String], among groups: [(name: String, figures: [String])]) {
        self.words = words
        self.groups = groups
    }

    /// The first word that matches nothing; nil if each matches something.
    package var idleWord: String? {
        words.first { word in !meansGroups(word) && !groups.contains { $0.figures.contains { $0.hasPrefix(word) } } }
    }

    /// Whether any figure of a group is selected.
    package func includes(group: String) -> Bool {
        words.isEmpty || words.contains { meansGroups($0) && group.hasPrefix($0) }
            || groups.contains { $0.name == group && $0.figures.contains { includes($0, of: group) } }
    }

    /// Whether a figure is selected. A word that begins a group's name selects only groups: `push` selects the group
    /// `push`, not the figure `push-to-report` of another group.
    package func includes(_ figure: String, of group: String) -> Bool {
        words.isEmpty || words.contains { meansGroups($0) ? group.hasPrefix($0) : figure.hasPrefix($0) }
    }

    private func meansGroups(_ word: String) -> Bool { groups.contains { $0.name.hasPrefix(word) } }
}
