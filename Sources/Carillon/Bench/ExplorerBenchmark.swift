import Explorer
import Scopes

/// Searches one of the exchange's smaller scopes, as `carillon explore` does.
struct ExplorerBenchmark: Benchmark {
    let name = "explorer"
    let figures: [Figure<Sample>] = [
        Figure<Sample>("explorer-states", "states/s", .more, how: { $0.how + "one core" }) {
            Double($0.counts.states) * 1e9 / $0.nanoseconds
        },
        Figure<Sample>("explorer-transitions", "transitions/s", .more, how: { $0.how + "one core" }) {
            Double($0.counts.transitions) * 1e9 / $0.nanoseconds
        },
        Figure<Sample>("explorer-states-2", "states/s", .more, how: { $0.how + "two cores" }) {
            Double($0.counts.states) * 1e9 / $0.sharedNanoseconds
        },
    ]
    let activity = "exploring the exchange with two devices"

    struct Sample: Sendable {
        var counts: ExplorationCounts
        /// The time of one search on one core; the next property is that on two.
        var nanoseconds: Double
        var sharedNanoseconds: Double
        var how: String
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        guard let scope = Scope.exchange.first(where: { $0.name == "exchange: 2 devices, 1 drop, 1 double" }) else {
            throw BenchError("the scope of this benchmark is gone")
        }
        var counts = scope.explore(workers: 1).counts
        let nanoseconds = RepeatedTiming.nanoseconds(size) { counts = scope.explore(workers: 1).counts }
        let shared = RepeatedTiming.nanoseconds(size) { counts = scope.explore(workers: 2).counts }
        return Sample(
            counts: counts, nanoseconds: nanoseconds, sharedNanoseconds: shared,
            how: "“\(scope.name)”: \(counts), searched whole, ")
    }
}
