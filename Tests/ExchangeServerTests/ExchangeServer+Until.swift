import ExchangeServer
import ExchangeStorage

extension ExchangeServer {
    /// What a look finds, as soon as it finds something. Looks again whenever something has changed at the exchange.
    ///
    /// - Throws: `CancellationError` when the test's time is over.
    func until<Found>(
        isolation: isolated (any Actor)? = #isolation, _ look: () async throws -> Found?
    ) async throws -> Found {
        while true {
            let seen = changes.count
            if let found = try await look() { return found }
            await changes.wait(after: seen)
            if Task.isCancelled { throw CancellationError() }
        }
    }
}
