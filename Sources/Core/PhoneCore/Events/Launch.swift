public import PushPayload

/// How a process begins.
public struct Launch: Hashable, Sendable {
    /// What the process before this one left.
    public var stored: StoredRecord
    /// The calls the system has (`CXCallObserver`), of this app and of others. Source: C29.
    public var systemCalls: [CallUUID]
    /// Which push service this build is for.
    public var environment: PushEnvironment
    /// The device's calendar; `nil` leaves the session's renewal to the exchange's refusals.
    public var time: WallTime?
    /// A number no other process of the app drew. Calls are named by it: ``CallUUID``.
    public var process: UInt64

    /// A start.
    public init(
        _ stored: StoredRecord, systemCalls: [CallUUID] = [], environment: PushEnvironment = .production,
        time: WallTime? = nil, process: UInt64 = 0
    ) {
        self.stored = stored
        self.systemCalls = systemCalls
        self.environment = environment
        self.time = time
        self.process = process
    }
}
