/// Runs a body often enough to be timed, and takes the best of several rounds: others share the machine.
enum Repetition {
    static let rounds = 5
    static let roundLengthMin = Duration.milliseconds(200)

    /// Nanoseconds a call of `body`.
    static func nanoseconds(_ body: () -> Void) -> Double {
        var count = 1
        while elapsed(count, body) < roundLengthMin { count *= 2 }
        return (0..<rounds).map { _ in elapsed(count, body).milliseconds * 1_000_000 / Double(count) }.min() ?? .nan
    }

    private static func elapsed(_ count: Int, _ body: () -> Void) -> Duration {
        ContinuousClock().measure { for _ in 0..<count { body() } }
    }
}
