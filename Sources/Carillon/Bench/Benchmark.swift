/// Something `carillon bench` measures.
protocol Benchmark: Sendable {
    /// What `--only` chooses it by.
    var name: String { get }
    /// What is being done, for whoever waits.
    var activity: String { get }

    func measure() async throws -> [Measurement]
}
