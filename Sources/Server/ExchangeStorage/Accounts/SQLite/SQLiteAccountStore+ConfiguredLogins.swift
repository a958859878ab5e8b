public import Accounts
internal import Foundation
internal import GRDB

extension SQLiteAccountStore {
    public func adopt(_ logins: ConfiguredLogins, at: Int64) async throws(StorageError) -> [String] {
        guard try await read({ try Self.configuredLogins(in: $0) }) != logins.stored else { return [] }
        return try await write { database in
            let withdrawals = logins.withdrawals(inPlaceOf: try Self.configuredLogins(in: database), at: at)
            for withdrawal in withdrawals { _ = try Self.apply(withdrawal, in: database) }
            try Self.store(logins, in: database)
            return withdrawals.compactMap(\.user)
        }
    }

    private static func configuredLogins(in database: Database) throws -> ConfiguredLogins {
        var fingerprints: [String: Set<[UInt8]>] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT user, fingerprint FROM configured_login") {
            let fingerprint: Data = row["fingerprint"]
            fingerprints[row["user"], default: []].insert(AccountRows.bytes(fingerprint))
        }
        return ConfiguredLogins(fingerprints)
    }

    private static func store(_ logins: ConfiguredLogins, in database: Database) throws {
        try database.execute(sql: "DELETE FROM configured_login")
        let statement = try database.makeStatement(sql: "INSERT INTO configured_login VALUES (?, ?)")
        for (user, fingerprints) in logins.fingerprints {
            for fingerprint in fingerprints { try statement.execute(arguments: [user, Data(fingerprint)]) }
        }
    }
}

extension ConfiguredLogins {
    /// As a table has them: users without a login have no row.
    fileprivate var stored: ConfiguredLogins { ConfiguredLogins(fingerprints.filter { !$0.value.isEmpty }) }
}

extension Withdrawal {
    fileprivate var user: String? {
        if case .user(let name, sparing: _) = scope { name } else { nil }
    }
}
