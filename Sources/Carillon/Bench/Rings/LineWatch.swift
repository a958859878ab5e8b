import Standins
import Synchronization

/// When stand-ins were asked what. The moment is taken where the request was handled, however late somebody looks.
final class LineWatch: Sendable {
    struct Seen: Sendable {
        var party: StandinKind
        var path: String
        var moment: BenchMoment
        var at: ContinuousClock.Instant { moment.at }
    }

    private let seen = Mutex<[Seen]>([])
    private let worked = Mutex<@Sendable () -> Duration>({ .zero })

    /// - Parameter worked: for how long stand-ins have been at work, to be noted with every request from now on.
    func count(_ worked: @escaping @Sendable () -> Duration) { self.worked.withLock { $0 = worked } }

    /// Now.
    var moment: BenchMoment { BenchMoment(at: .now, worked: worked.withLock { $0 }()) }

    func note(_ line: StandinLine) {
        let entry = Seen(party: line.party, path: line.path, moment: moment)
        if (200..<300).contains(line.status) { seen.withLock { $0.append(entry) } }
    }

    func forget() { seen.withLock { $0.removeAll() } }

    /// The first such request since `forget`, which may still be under way.
    ///
    /// - Throws: `BenchError` when none comes.
    func first(_ party: StandinKind, _ word: String) async throws -> ContinuousClock.Instant {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            if let found = seenFirst(party, word) { return found.at }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw BenchError("the exchange did not ask \(party.rawValue) for \(word)")
    }

    /// The same, if it has come.
    func seenFirst(_ party: StandinKind, _ word: String) -> BenchMoment? {
        seen.withLock { $0.first { $0.party == party && $0.path.hasSuffix(word) }?.moment }
    }
}

/// A moment, and for how long the stand-ins had been at work then.
struct BenchMoment: Sendable {
    var at: ContinuousClock.Instant
    var worked: Duration

    /// How long it was until another moment, and how much of it the stand-ins were at work.
    func duration(to other: BenchMoment) -> (whole: Duration, standins: Duration) {
        (at.duration(to: other.at), other.worked - worked)
    }
}
