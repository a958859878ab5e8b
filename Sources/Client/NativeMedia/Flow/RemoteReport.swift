/// What the peer's reports told.
struct RemoteReport: Hashable, Sendable {
    /// Of its last sender report, to be sent back, and when it came.
    var senderReport: (middle: UInt32, arrival: Duration)? {
        get { middle.map { ($0, arrival) } }
        set { (middle, arrival) = (newValue?.middle, newValue?.arrival ?? .zero) }
    }
    private var middle: UInt32?
    private var arrival = Duration.zero
    var roundTrip: Duration?
    /// Seconds.
    var jitter: Double?
    var fractionLost: Double?
    var hasReported = false
}
