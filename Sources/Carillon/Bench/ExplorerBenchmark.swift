import Explorer
import Scopes

/// A search of the exchange's smaller scopes, as `carillon explore` does it.
struct ExplorerBenchmark: Benchmark {
    let name = "explorer"
    let figures = ["explorer-states", "explorer-transitions"]
    let activity = "exploring the exchange with two devices"

    func measure() async throws -> [Measurement] {
        guard let scope = Scope.exchange.first(where: { $0.name == "exchange: 2 devices, 1 drop, 1 double" }) else {
            throw BenchError("the scope of this benchmark is gone")
        }
        var counts = scope.explore(workers: 1).counts
        let nanoseconds = Repetition.nanoseconds { counts = scope.explore(workers: 1).counts }
        let shared = Repetition.nanoseconds { counts = scope.explore(workers: 2).counts }
        let how = "“\(scope.name)”: \(counts), searched whole, one core"
        return [
            Measurement(
                name: "explorer-states", value: Double(counts.states) * 1e9 / nanoseconds, unit: "states/s",
                better: .more, how: how),
            Measurement(
                name: "explorer-transitions", value: Double(counts.transitions) * 1e9 / nanoseconds,
                unit: "transitions/s", better: .more, how: how),
            Measurement(
                name: "explorer-states-2", value: Double(counts.states) * 1e9 / shared, unit: "states/s",
                better: .more, how: "“\(scope.name)”: \(counts), searched whole, two cores"),
        ]
    }
}
