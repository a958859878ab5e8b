/// The latest lines, for a report a person sends.
nonisolated struct LogRing: Sendable {
    private let capacity: Int
    private var records: [LogRecord] = []
    private var oldest = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    mutating func add(_ record: LogRecord) {
        guard records.count == capacity else { return records.append(record) }
        records[oldest] = record
        oldest = (oldest + 1) % capacity
    }

    /// The oldest first.
    var inOrder: [LogRecord] { Array(records[oldest...] + records[..<oldest]) }
}
