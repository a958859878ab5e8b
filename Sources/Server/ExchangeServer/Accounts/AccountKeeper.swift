internal import ExchangeStorage
internal import Logging

/// Forgets what has long been over in accounts: at the start, then every hour.
struct AccountKeeper: Sendable {
    /// Between two looks: a day's worth is forgotten in two dozen small steps.
    static let interval = Duration.seconds(3_600)
    /// Rows of a kind forgotten in one transaction, so that whoever signs in waits for milliseconds at most.
    static let batchMax = 500

    let accounts: any AccountStore
    /// Whoever has to know that devices of a user are reached otherwise.
    let reach: AccountReach
    let gate: RetentionGate
    let logger: Logger

    /// Runs until it is cancelled.
    func run() async {
        while !Task.isCancelled {
            await forget()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func forget() async {
        guard let permit = gate.permit else { return }
        let horizon = AccountHorizon(by: permit)
        do throws(StorageError) {
            while !Task.isCancelled, try await accounts.purge(horizon, atMost: Self.batchMax) > 0 {}
            while !Task.isCancelled, try await expireTokens(horizon) {}
        } catch {
            logger.warning("what is over in accounts could not be forgotten: \(error)")
        }
    }

    /// - Returns: whether there were any.
    private func expireTokens(_ horizon: AccountHorizon) async throws(StorageError) -> Bool {
        let users = try await accounts.expireGoogleTokens(
            registeredBefore: horizon.googleTokens, atMost: Self.batchMax)
        for user in users { try await reach.settle(user) }
        return !users.isEmpty
    }
}
