internal import GRDB

/// Accounts in the exchange's own SQLite file.
public final class SQLiteAccountStore: AccountStore {
    private let connection: any DatabaseWriter
    let database: ExchangeDatabase
    private let commits: GroupCommit

    public init(_ database: ExchangeDatabase) {
        connection = database.connection
        self.database = database
        commits = GroupCommit(database)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try await commits.write(body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        do { return try await connection.read(body) } catch {
            throw StorageError(.read, of: error)
        }
    }
}
