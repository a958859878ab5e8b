/// Something `carillon bench` measures.
protocol Benchmark: Sendable {
    /// What `--only` chooses it by.
    var name: String { get }
    /// The names of what it measures, all of them, by which `--only` chooses as well; none: only its group is chosen.
    var figures: [String] { get }
    /// What is being done, for whoever waits.
    var activity: String { get }
    /// Whether what it measures works on one thread and gets a core to itself, so that peers compare.
    var splitsCores: Bool { get }
    /// What it leaves out as it is not installed, and how it would be; nil: nothing.
    var missing: String? { get }

    func measure() async throws -> [Measurement]
}

extension Benchmark {
    var figures: [String] { [] }
    var splitsCores: Bool { false }
    var missing: String? { nil }
}
