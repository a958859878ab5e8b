public import Redaction

/// A called number made through the API, as it is stored.
public struct StoredNumber: Hashable, Sendable {
    public var number: Redacted<String>
    /// Whether callers of the public network reach it, by the carrier.
    public var isOfCarrier: Bool
    /// Whom it rings and how: JSON, as the API was given it.
    public var document: Redacted<String>

    public init(number: Redacted<String>, isOfCarrier: Bool, document: Redacted<String>) {
        self.number = number
        self.isOfCarrier = isOfCarrier
        self.document = document
    }
}

/// Where the numbers are kept that were made through the API. Isolation: any thread; every call blocks until it is done.
public protocol NumberStore: Sendable {
    /// Every number, in order.
    func numbers() throws(StorageError) -> [StoredNumber]

    /// Stores a number, in place of one that is the same, and the answer to who asked, in one transaction.
    func save(_ number: StoredNumber, receipt: RequestReceipt?) throws(StorageError)

    /// Forgets a number. Without effect where there is none.
    func removeNumber(_ number: Redacted<String>) throws(StorageError)
}
