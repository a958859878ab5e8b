public import DeviceModel

/// The violent end of a process.
public struct Termination: Hashable, Sendable {
    /// Why.
    public let reason: TerminationReason
    /// When.
    public let at: Duration
}
