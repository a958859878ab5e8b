/// What the file needs beside what it is asked: its log is copied into it.
extension ExchangeDatabase: ExchangeStore {
    public var upkeepFailures: Int { checkpointer?.failures ?? 0 }

    public func onUpkeepFailure(_ complain: @escaping @Sendable (String) -> Void) {
        checkpointer?.onFailure { complain("the database's log grows, as it cannot be copied: \($0)") }
    }
}
