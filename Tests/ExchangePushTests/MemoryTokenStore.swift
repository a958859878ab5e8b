import ExchangePush
import Synchronization

/// Keeps provider tokens for as long as the test lasts.
final class MemoryTokenStore: ProviderTokenStore {
    private let tokens = Mutex<[String: ProviderToken]>([:])

    func token(ofKey key: String, team: String) async -> ProviderToken? { tokens.withLock { $0["\(team) \(key)"] } }

    func keep(_ token: ProviderToken, ofKey key: String, team: String) async {
        tokens.withLock { $0["\(team) \(key)"] = token }
    }
}
