/// A notification that APNs does not take.
public struct APNsRefusal: Error, Hashable, Sendable {
    public var reason: APNsReason
    /// Under status 410: since when the device is known to be gone, since 1970.
    public var timestamp: Duration?

    public init(_ reason: APNsReason, since timestamp: Duration? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}
