import ExchangeStorage

extension RevivedAccountStore {
    func beginRequest(
        _ key: String, of owner: String, fingerprint: [UInt8], at: Int64, staleBefore: Int64, keeping count: Int?
    ) async throws(StorageError) -> IdempotencyOutcome {
        try await asked { store async throws(StorageError) in
            try await store.beginRequest(
                key, of: owner, fingerprint: fingerprint, at: at, staleBefore: staleBefore, keeping: count)
        }
    }

    func finishRequest(_ key: String, of owner: String, status: Int64, reply: [UInt8]) async throws(StorageError) {
        try await asked { store async throws(StorageError) in
            try await store.finishRequest(key, of: owner, status: status, reply: reply)
        }
    }

    func abandonRequest(_ key: String, of owner: String) async throws(StorageError) -> RequestReceipt? {
        try await asked { store async throws(StorageError) in try await store.abandonRequest(key, of: owner) }
    }

    func forgetUnfinishedRequests() async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.forgetUnfinishedRequests() }
    }

    func note(_ entry: AuditEntry) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.note(entry) }
    }

    func audit(by actor: String?, before: Int64?, atMost: Int) async throws(StorageError) -> [AuditEntry] {
        try await asked { store async throws(StorageError) in
            try await store.audit(by: actor, before: before, atMost: atMost)
        }
    }

    func deleteAccount(of user: String, at: Int64) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.deleteAccount(of: user, at: at) }
    }

    func purge(_ horizon: AccountRetention, atMost: Int) async throws(StorageError) -> Int {
        try await asked { store async throws(StorageError) in try await store.purge(horizon, atMost: atMost) }
    }
}
