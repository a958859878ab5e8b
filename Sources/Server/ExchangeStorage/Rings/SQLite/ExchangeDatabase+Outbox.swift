internal import GRDB

extension ExchangeDatabase: OutboxWatch {
    public func outbox() throws(StorageError) -> [(kind: OutboxKind, count: Int, oldest: Duration)] {
        try reading { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: "SELECT kind, count(*) AS count, min(queued_at) AS oldest FROM ring_outbox GROUP BY kind")
            ).compactMap { row in
                let kind: Int64 = row["kind"]
                let oldest: Int64 = row["oldest"]
                return OutboxKind(rawValue: kind).map { ($0, row["count"], .microseconds(oldest)) }
            }
        }
    }
}
