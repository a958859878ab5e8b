internal import Synchronization

/// One change of a user at a time: what is in memory and what is stored are changed one after the other, and whoever
/// changes the same user in between would undo half of it.
///
/// Isolation: any task. Changes of one user happen in the order in which they came; those of others do not wait for them.
final class UserTurns: Sendable {
    /// Who waits, of each user whose turn somebody has.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])
    private let onWait = Mutex<(@Sendable () -> Void)?>(nil)

    /// How many wait for a user's turn.
    func waitingCount(for user: String) -> Int { waiting.withLock { $0[user]?.count ?? 0 } }

    /// Sets what is called, on any thread, when something begins to wait.
    func onWait(_ tell: @escaping @Sendable () -> Void) { onWait.withLock { $0 = tell } }

    func run<Value>(of user: String, _ body: () async throws -> Value) async throws -> Value {
        await begin(user)
        defer { end(user) }
        return try await body()
    }

    private func begin(_ user: String) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[user] != nil else {
                    waiting[user] = []
                    return true
                }
                waiting[user]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() } else { onWait.withLock(\.self)?() }
        }
    }

    private func end(_ user: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var line = waiting[user], !line.isEmpty else {
                waiting[user] = nil
                return nil
            }
            defer { waiting[user] = line }
            return line.removeFirst()
        }
        next?.resume()
    }
}
