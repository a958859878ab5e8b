internal import Dispatch
internal import ExchangeStorage

/// What is kept, asked on threads that may wait for it: each route names the part it needs.
extension APIBackend {
    func inUsers<Value: Sendable>(
        _ body: @escaping @Sendable (any UserStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    /// Calls between users and calls to numbers.
    func inCalls<Value: Sendable>(
        _ body: @escaping @Sendable (any CallJournal & RingHistory) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inRings<Value: Sendable>(
        _ body: @escaping @Sendable (any RingStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inConversations<Value: Sendable>(
        _ body: @escaping @Sendable (any ConversationStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inMailboxes<Value: Sendable>(
        _ body: @escaping @Sendable (any MailboxStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inRecordings<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordingStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inNumbers<Value: Sendable>(
        _ body: @escaping @Sendable (any NumberStore) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    func inOutbox<Value: Sendable>(
        _ body: @escaping @Sendable (any OutboxWatch) throws -> Value
    ) async throws -> Value {
        try await inStore { try body($0) }
    }

    private func inStore<Value: Sendable>(
        _ body: @escaping @Sendable (any ExchangeStore) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}
