import ExchangeStorage

/// Accounts whose process is killed after whatever they return from: the next call finds the remaining content.
actor RevivedAccountStore: AccountStore {
    private let process: KilledProcess
    /// One caller asks at a time: no call is under way when another ends in a death.
    private var last: Task<Void, Never>?

    init(of process: KilledProcess) { self.process = process }

    func asked<Answer: Sendable>(
        _ question: @escaping @Sendable (any AccountStore) async throws(StorageError) -> Answer
    ) async throws(StorageError) -> Answer {
        let (former, process) = (last, process)
        let turn = Task { () async -> Result<Answer, StorageError> in
            await former?.value
            do throws(StorageError) {
                let answer = try await question(process.stores.accounts)
                try process.die()
                return .success(answer)
            } catch { return .failure(error) }
        }
        last = Task { _ = await turn.value }
        return try await turn.value.get()
    }
}
