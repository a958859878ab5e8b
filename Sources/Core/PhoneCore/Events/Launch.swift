/// How a process begins.
public struct Launch: Hashable, Sendable {
    /// What the process before this one left.
    public var stored: StoredRecord
    /// The calls the system still has from it (`CXCallObserver`), not those of other apps. Source: C29.
    public var systemCalls: [CallUUID]

    /// A start.
    public init(_ stored: StoredRecord, systemCalls: [CallUUID] = []) {
        self.stored = stored
        self.systemCalls = systemCalls
    }
}
