import ExchangeStorage
import Testing

/// The stores that must behave alike. A new one is a case here.
enum StoreUnderTest: CaseIterable {
    case memory
    case file

    /// Runs a body with an empty store, and with the accounts in the same place.
    func open(_ body: (any ExchangeStore, any AccountStore) async throws -> Void) async throws {
        let place = try Place(self)
        defer { place.remove() }
        try await body(place.database, SQLiteAccountStore(place.database))
        try place.database.close()
    }

    /// The same for whoever needs the accounts alone.
    func run(_ body: (any AccountStore) async throws -> Void) async throws {
        try await open { _, accounts in try await body(accounts) }
    }

    /// Has an empty store keep a rule of its behaviour.
    func keep(_ proof: (any ExchangeStore) throws -> Void) throws {
        let place = try Place(self)
        defer { place.remove() }
        #expect(throws: Never.self) { try proof(place.database) }
        try place.database.close()
    }

    private struct Place {
        let folder: Folder?
        let database: ExchangeDatabase

        init(_ kind: StoreUnderTest) throws {
            switch kind {
            case .memory: folder = nil
            case .file: folder = try Folder()
            }
            database = try ExchangeDatabase(path: folder?.path())
        }

        func remove() { folder?.remove() }
    }
}
