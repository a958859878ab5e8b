import ExchangeStorage
import Testing

/// The stores that must behave alike. A new one is a case here.
enum StoreUnderTest: CaseIterable {
    case memory
    case file
    /// A file whose exchange is killed after every call.
    case killed

    /// Those that hold accounts, too.
    static let withAccounts: [StoreUnderTest] = [.memory, .file]

    /// Runs a body with an empty store, and with the accounts in the same place.
    func open(_ body: (any ExchangeStore, any AccountStore) async throws -> Void) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let database = try ExchangeDatabase(path: self == .memory ? nil : folder.path())
        try await body(database, SQLiteAccountStore(database))
        try database.close()
    }

    /// The same for whoever needs the accounts alone.
    func run(_ body: (any AccountStore) async throws -> Void) async throws {
        try await open { _, accounts in try await body(accounts) }
    }

    /// Has an empty store keep a rule of its behaviour.
    func keep(_ proof: (any ExchangeStore) throws -> Void) throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try store(in: folder)
        #expect(throws: Never.self) { try proof(store) }
        try store.close()
    }

    private func store(in folder: Folder) throws -> any ExchangeStore {
        switch self {
        case .memory: try ExchangeDatabase(path: nil)
        case .file: try ExchangeDatabase(path: folder.path())
        case .killed:
            try RevivedStore { life in
                guard life > 0 else { return try ExchangeDatabase(path: folder.path("even")) }
                let names = life.isMultiple(of: 2) ? ("odd", "even") : ("even", "odd")
                return try ExchangeDatabase(path: folder.crashImage(of: names.0, as: names.1))
            }
        }
    }
}
