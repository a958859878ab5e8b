internal import Dispatch
internal import ExchangeStorage

/// Messages on disk, reached from tasks: megabytes take a while, so no event loop waits for them.
final class VoicemailShelf: Sendable {
    /// Messages, and the recordings that carriers have of some.
    typealias Store = MailboxStore & RecordingStore

    private let store: any Store
    private let queue = DispatchQueue(label: "carillon.voicemail")

    init(_ store: any Store) {
        self.store = store
    }

    func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any Store) throws(StorageError) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}
