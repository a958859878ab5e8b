internal import Dispatch
internal import ExchangeStorage

/// Messages on disk, reached from tasks: megabytes take a while, so no event loop waits for them.
final class VoicemailShelf: Sendable {
    private let database: ExchangeDatabase
    private let queue = DispatchQueue(label: "carillon.voicemail")

    init(database: ExchangeDatabase) {
        self.database = database
    }

    func ask<Value: Sendable>(
        _ body: @escaping @Sendable (ExchangeDatabase) throws(StorageError) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [database] in continuation.resume(with: Result { try body(database) }) }
        }
    }
}
