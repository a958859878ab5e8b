internal import GRDB
public import Redaction

/// The called numbers made through the API.
extension ExchangeDatabase: NumberStore {
    public func numbers() throws(StorageError) -> [StoredNumber] {
        try reading { database in
            try Row.fetchAll(database, sql: "SELECT * FROM called_number ORDER BY number").map { row in
                StoredNumber(
                    number: Redacted(row["number"]), isOfCarrier: row["is_of_carrier"],
                    document: Redacted(row["document"]))
            }
        }
    }

    public func save(_ number: StoredNumber, receipt: RequestReceipt?) throws(StorageError) {
        try writing { database in
            try database.execute(
                sql: """
                    INSERT INTO called_number (number, is_of_carrier, document) VALUES (?, ?, ?)
                    ON CONFLICT (number) DO UPDATE
                        SET is_of_carrier = excluded.is_of_carrier, document = excluded.document
                    """,
                arguments: [number.number.revealed, number.isOfCarrier, number.document.revealed])
            try AccountRows.keep(receipt, in: database)
        }
    }

    public func removeNumber(_ number: Redacted<String>) throws(StorageError) {
        try writing { database in
            try database.execute(sql: "DELETE FROM called_number WHERE number = ?", arguments: [number.revealed])
        }
    }
}
