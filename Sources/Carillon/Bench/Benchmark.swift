/// Something `carillon bench` measures.
protocol Benchmark: Sendable {
    /// What is being done, for whoever waits.
    var activity: String { get }

    func measure() async throws -> [Measurement]
}
