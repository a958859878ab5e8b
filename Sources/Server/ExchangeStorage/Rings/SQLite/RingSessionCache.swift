package import CallModel
package import RingCore
internal import Synchronization

/// Sessions as they were stored last, so that a call whose news follow each other is not read from its text each time.
///
/// The row's revision says whether what is here is what is there: nothing is believed without it. What was not asked for
/// since as many others came is forgotten, so that no more than twice ``countMax`` are kept. Isolation: any thread.
package final class RingSessionCache: Sendable {
    /// Calls that go on at once in a busy minute.
    package static let countMax = 1_024

    private struct State {
        var recent: [CallSessionID: RingSession] = [:]
        var older: [CallSessionID: RingSession] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// A session as of a revision, where that is kept.
    package func session(_ id: CallSessionID, revision: UInt64) -> RingSession? {
        let kept = state.withLock { $0.recent[id] ?? $0.older[id] }
        return kept?.revision == revision ? kept : nil
    }

    /// Keeps sessions that are stored by now.
    package func keep(_ sessions: some Sequence<RingSession>) {
        state.withLock { state in
            for session in sessions {
                if state.recent.count >= Self.countMax {
                    state.older = state.recent
                    state.recent = [:]
                }
                state.recent[session.id] = session
            }
        }
    }
}
