/// A group of figures that `carillon bench` measures together.
protocol Benchmark: Sendable {
    /// The result of a run, from which all figures are read.
    associatedtype Sample: Sendable

    /// The group's name for `--only`.
    var name: String { get }
    /// The group's figures, whose names `--only` accepts as well.
    var figures: [Figure<Sample>] { get }
    /// The work in progress, as shown to the user.
    var activity: String { get }
    /// Whether the measured server gets a core of its own, so that servers with one thread are comparable.
    var splitsCores: Bool { get }
    /// Says which parts are left out because a program is not installed, and how to install it; nil if none.
    var missing: String? { get }

    func measure(_ size: BenchSize) async throws -> Sample
}

extension Benchmark {
    var splitsCores: Bool { false }
    var missing: String? { nil }

    var figureNames: [String] { figures.map(\.name) }

    /// Runs the benchmark once and reads all its figures.
    ///
    /// - Throws: `BenchError` when a figure has no value.
    func measure(_ size: BenchSize) async throws -> [Measurement] {
        let sample =
            splitsCores ? try await CoreAffinity.besideServer { try await measure(size) } : try await measure(size)
        let measured = figures.map { $0.measurement(of: sample) }
        if let lost = measured.first(where: { !$0.value.isFinite }) {
            throw BenchError("\(lost.name) of \(name) has no value")
        }
        return measured
    }
}

/// The amount of work for each figure.
enum BenchSize: Sendable {
    /// Enough work for meaningful figures.
    case whole
    /// Just enough work to show that the benchmark runs.
    case short

    /// `count`, or a hundredth of it in a short run.
    func of(_ count: Int, atLeast: Int = 1) -> Int {
        switch self {
        case .whole: count
        case .short: max(count / 100, atLeast)
        }
    }
}

/// Runs a body often enough to time it and takes the best of several rounds, because other processes share the machine.
enum RepeatedTiming {
    private static let roundLengthMin = Duration.milliseconds(200)

    static func rounds(_ size: BenchSize) -> Int { size.of(5) }

    /// Returns the time of one call of `body` in nanoseconds.
    static func nanoseconds(_ size: BenchSize, _ body: () -> Void) -> Double {
        var count = 1
        if size == .whole { while elapsed(count, body) < roundLengthMin { count *= 2 } }
        return (0..<rounds(size)).map { _ in elapsed(count, body).milliseconds * 1_000_000 / Double(count) }.min()
            ?? .nan
    }

    private static func elapsed(_ count: Int, _ body: () -> Void) -> Duration {
        ContinuousClock().measure { for _ in 0..<count { body() } }
    }
}

/// The reason why a benchmark failed.
struct BenchError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
