internal import ExchangeStorage

/// What holds up a running exchange at a point at which a test has something else happen.
extension ExchangeServer {
    /// Has no credential of a user be issued or taken away as long as the body takes. What begins to wait for that is told by
    /// ``changes``.
    ///
    /// - Throws: `ExchangeServerError` when the exchange does not run.
    package func holdCredentials<Value>(of user: String, _ body: () async throws -> Value) async throws -> Value {
        guard let turns = parts.backend?.credentialTurns else {
            throw ExchangeServerError(.configuration, "the exchange does not run")
        }
        turns.onWait { [changes] in changes.tell() }
        return try await turns.run(of: user, body)
    }

    /// How many changes of a user's credentials wait.
    package func credentialChangesWaiting(of user: String) -> Int {
        parts.backend?.credentialTurns.waitingCount(for: user) ?? 0
    }
}
