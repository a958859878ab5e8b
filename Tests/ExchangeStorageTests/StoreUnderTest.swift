import ExchangeStorage
import Testing

/// The stores that must behave alike. A new one is a case here.
enum StoreUnderTest: CaseIterable {
    case memory
    case file
    /// A file whose exchange is killed after every call.
    case killed

    /// Runs a body with an empty store, and with the accounts in the same place.
    func open(_ body: (any ExchangeStore, any AccountStore) async throws -> Void) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let stores = try stores(in: folder)
        try await body(stores.exchange, stores.accounts)
        try stores.exchange.close()
    }

    /// The same for tests that need the accounts alone.
    func run(_ body: (any AccountStore) async throws -> Void) async throws {
        try await open { _, accounts in try await body(accounts) }
    }

    /// Has an empty store keep a rule of its behavior.
    func keep(_ proof: (any ExchangeStore) throws -> Void) throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try stores(in: folder).exchange
        #expect(throws: Never.self) { try proof(store) }
        try store.close()
    }

    private func stores(in folder: Folder) throws -> StoresUnderTest {
        switch self {
        case .memory: return try Self.stores(at: nil)
        case .file: return try Self.stores(at: folder.path())
        case .killed:
            let process = try KilledProcess { life in
                guard life > 0 else { return try Self.stores(at: folder.path("even")) }
                let names = life.isMultiple(of: 2) ? ("odd", "even") : ("even", "odd")
                return try Self.stores(at: folder.crashImage(of: names.0, as: names.1))
            }
            return StoresUnderTest(
                exchange: RevivedStore(of: process), accounts: RevivedAccountStore(of: process))
        }
    }

    private static func stores(at path: String?) throws -> StoresUnderTest {
        let database = try ExchangeDatabase(path: path)
        return StoresUnderTest(exchange: database, accounts: SQLiteAccountStore(database))
    }
}
