import Dispatch
import Explorer
import Foundation
import Synchronization

/// Keeps what has been seen, so that an interrupt ends the exploration with what is known by then.
///
/// A search does not look up while it runs: the signal's own queue tells the story and ends the process.
final class ExplorationWatch: Sendable {
    private struct Seen {
        var results: [ExplorationResult] = []
        var current: ExplorationSummary.Unfinished?
    }

    private let planned: Int
    private let seen = Mutex(Seen())

    /// - Parameter planned: how many scopes are to be searched.
    init(planned: Int) {
        self.planned = planned
    }

    var results: [ExplorationResult] { seen.withLock { $0.results } }

    func begin(_ scope: String) {
        seen.withLock { $0.current = .init(name: scope, states: 0) }
    }

    func see(_ counts: ExplorationCounts, of scope: String) {
        seen.withLock { $0.current = .init(name: scope, states: counts.states) }
    }

    func end(_ result: ExplorationResult) {
        seen.withLock { seen in
            seen.current = nil
            seen.results.append(result)
        }
    }

    /// What is known now.
    var summary: (results: [ExplorationResult], summary: ExplorationSummary) {
        seen.withLock { seen in
            (seen.results, ExplorationSummary(seen.results, unfinished: seen.current, planned: planned))
        }
    }

    /// Calls `tell` at an interrupt, and ends the process with the code shells expect of one.
    ///
    /// - Returns: what holds the signals; cancel it to let them be.
    func onInterrupt(_ tell: @escaping @Sendable (ExplorationWatch) -> Void) -> [any DispatchSourceSignal] {
        let queue = DispatchQueue(label: "carillon.explore.signals")
        return [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [self] in
                tell(self)
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }
}
