internal import GRDB

extension ExchangeDatabase: LatestTimeStore {
    public func latestTime() throws(StorageError) -> Int64? {
        try reading { try Int64.fetchOne($0, sql: "SELECT at FROM latest_time") }
    }

    public func keepLatestTime(_ time: Int64) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: "INSERT INTO latest_time VALUES (0, ?) ON CONFLICT (id) DO UPDATE SET at = max(at, excluded.at)",
                arguments: [time])
        }
    }

    public func setLatestTime(_ time: Int64) throws(StorageError) {
        try writing { try $0.execute(sql: "INSERT OR REPLACE INTO latest_time VALUES (0, ?)", arguments: [time]) }
    }
}
