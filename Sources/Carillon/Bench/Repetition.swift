/// Runs a body often enough to be timed, and takes the best of several rounds: others share the machine.
enum Repetition {
    private static let roundLengthMin = Duration.milliseconds(200)

    static func rounds(_ size: BenchSize) -> Int { size.of(5) }

    /// Nanoseconds a call of `body`.
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
