import ExchangeStorage

/// The stores that must behave alike. A new one is a case here.
enum StoreUnderTest: CaseIterable {
    case memory
    case file

    /// Runs a body with an empty store.
    func run(_ body: (any AccountStore) async throws -> Void) async throws {
        switch self {
        case .memory:
            try await body(SQLiteAccountStore(try ExchangeDatabase(path: nil)))
        case .file:
            let folder = try Folder()
            defer { folder.remove() }
            try await body(SQLiteAccountStore(try ExchangeDatabase(path: folder.path())))
        }
    }
}
