package import CallModel
package import RingCore
internal import Synchronization

/// Open sessions as they were stored last, so that a call whose news follow each other is not read from its text each time.
///
/// The row's revision says whether what is here is what is there: whoever takes something compares it. What was not stored
/// anew since ``countMax`` others were is forgotten before as many more are, so that no more than twice as many are kept.
/// Isolation: any thread.
package final class RingSessionCache: Sendable {
    /// Some kilobytes each. Where more calls go on at once the rest is read from its text.
    package static let countMax = 1_024

    private struct State {
        var recent: [CallSessionID: RingSession] = [:]
        var older: [CallSessionID: RingSession] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// A session as it was stored at some time, where that is kept.
    package func session(_ id: CallSessionID) -> RingSession? {
        state.withLock { $0.recent[id] ?? $0.older[id] }
    }

    /// Keeps sessions that are stored by now.
    package func keep(_ sessions: some Sequence<RingSession>) {
        state.withLock { state in
            for session in sessions where !session.isClosed {
                if state.recent.count >= Self.countMax {
                    state.older = state.recent
                    state.recent = [:]
                }
                state.recent[session.id] = session
            }
        }
    }
}
