/// Serves connections side by side, and knows when the last of them has been served.
///
/// A task that outlived its event loop would still ask it for something as it ends. Isolation: any thread.
package final class ConnectionTasks<Connection: Sendable>: Sendable {
    private let arrivals: AsyncStream<Connection>.Continuation
    private let work: Task<Void, Never>

    /// - Parameter serve: serves one connection, and returns once it is closed.
    package init(_ serve: @escaping @Sendable (Connection) async -> Void) {
        // Nothing piles up: whoever hands in connections bounds them, and each is taken at once.
        let (connections, arrivals) = AsyncStream.makeStream(of: Connection.self)
        self.arrivals = arrivals
        work = Task {
            await withDiscardingTaskGroup { group in
                for await connection in connections {
                    group.addTask { await serve(connection) }
                }
            }
        }
    }

    /// Begins to serve a connection; not after `finish`.
    package func serve(_ connection: Connection) {
        arrivals.yield(connection)
    }

    /// Returns when every connection handed in has been served. Closing them is up to the caller.
    package func finish() async {
        arrivals.finish()
        await work.value
    }
}
