package import Dispatch

extension DispatchQueue {
    /// Runs work that blocks, such as a read of the database; the task waits without a thread.
    ///
    /// Swift has as few threads as there are processors. If reads blocked those, the tasks that have the connections
    /// of the database could not go on.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            self.async { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }
}
