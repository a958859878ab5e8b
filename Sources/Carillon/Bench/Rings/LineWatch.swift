import Standins
import Synchronization

/// When stand-ins were asked what. The moment is taken where the request was handled, however late somebody looks.
final class LineWatch: Sendable {
    struct Seen: Sendable {
        var party: StandinKind
        var path: String
        var at: ContinuousClock.Instant
    }

    private let seen = Mutex<[Seen]>([])

    func note(_ line: StandinLine) {
        let entry = Seen(party: line.party, path: line.path, at: .now)
        if (200..<300).contains(line.status) { seen.withLock { $0.append(entry) } }
    }

    func forget() { seen.withLock { $0.removeAll() } }

    /// The first such request since `forget`, which may still be under way.
    ///
    /// - Throws: `BenchError` when none comes.
    func first(_ party: StandinKind, _ word: String) async throws -> ContinuousClock.Instant {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            let found = seen.withLock { $0.first { $0.party == party && $0.path.hasSuffix(word) } }
            if let found { return found.at }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw BenchError("the exchange did not ask \(party.rawValue) for \(word)")
    }
}
