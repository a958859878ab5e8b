internal import Foundation
internal import GRDB

extension ExchangeDatabase: SealedStore {
    public func keepSealed(_ bytes: [UInt8], as name: String) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: "INSERT INTO sealed VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes",
                arguments: [name, bytes.withUnsafeBytes { Data($0) }])
        }
    }

    public func sealed(_ name: String) throws(StorageError) -> [UInt8]? {
        try reading { database in
            try Data.fetchOne(database, sql: "SELECT bytes FROM sealed WHERE name = ?", arguments: [name])
                .map { Array($0) }
        }
    }
}
