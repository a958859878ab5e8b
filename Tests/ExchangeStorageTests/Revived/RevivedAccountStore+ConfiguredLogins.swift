import Accounts
import ExchangeStorage

extension RevivedAccountStore {
    func adopt(_ logins: ConfiguredLogins, at: Int64) async throws(StorageError) -> [String] {
        try await asked { store async throws(StorageError) in try await store.adopt(logins, at: at) }
    }
}
