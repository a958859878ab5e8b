/// Ties the time of one run of an exchange, counted from its origin, to the calendar.
///
/// Calls are decided on the monotonic clock, so a corrected system clock disturbs none; the calendar is for people.
public struct WallClock: Hashable, Sendable {
    /// The run's origin, in microseconds since 1970.
    public let originMicroseconds: Int64

    public init(originMicroseconds: Int64) {
        self.originMicroseconds = originMicroseconds
    }

    /// Microseconds since 1970 of a moment of the run.
    public func microseconds(at moment: Duration) -> Int64 {
        let (seconds, attoseconds) = moment.components
        return originMicroseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    /// The moment of the run that many microseconds since 1970; before its origin, if it was in an earlier one.
    public func moment(atMicroseconds microseconds: Int64) -> Duration {
        .microseconds(microseconds.subtractingReportingOverflow(originMicroseconds).partialValue)
    }
}
