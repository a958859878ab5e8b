/// A group of what `carillon bench` measures.
protocol Benchmark: Sendable {
    /// What a run comes to, from which every figure is read.
    associatedtype Taken: Sendable

    /// What `--only` chooses it by.
    var name: String { get }
    /// What it measures, by whose names `--only` chooses as well.
    var figures: [Figure<Taken>] { get }
    /// What is being done, for whoever waits.
    var activity: String { get }
    /// Whether what it measures works on one thread and gets a core to itself, so that peers compare.
    var splitsCores: Bool { get }
    /// What it leaves out as it is not installed, and how it would be; nil: nothing.
    var missing: String? { get }

    func take(_ size: BenchSize) async throws -> Taken
}

extension Benchmark {
    var splitsCores: Bool { false }
    var missing: String? { nil }

    var figureNames: [String] { figures.map(\.name) }

    /// Runs it once and reads all its figures.
    ///
    /// - Throws: `BenchError` when one could not be taken.
    func measure(_ size: BenchSize) async throws -> [Measurement] {
        let taken = splitsCores ? try await CoreSplit.besideServer { try await take(size) } : try await take(size)
        let measured = figures.map { $0.measurement(of: taken) }
        if let lost = measured.first(where: { !$0.value.isFinite }) {
            throw BenchError("\(lost.name) of \(name) has no value")
        }
        return measured
    }
}

/// How much is done for each figure.
enum BenchSize: Sendable {
    /// So much that the figures mean something.
    case whole
    /// So little that it is known to work, and no more.
    case short

    /// As many as that, or a hundredth of it.
    func of(_ count: Int, atLeast: Int = 1) -> Int {
        switch self {
        case .whole: count
        case .short: max(count / 100, atLeast)
        }
    }
}
