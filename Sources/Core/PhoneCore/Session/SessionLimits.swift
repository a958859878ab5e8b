/// The figures of the session.
public struct SessionLimits: Hashable, Sendable {
    /// When it is renewed. The longest wait has the exchange hear of a living device once a day.
    public var renewal = RenewalPace(percent: 80, shortest: .seconds(60), longest: .seconds(24 * 3_600))
    /// After a renewal that found no exchange.
    public var retry = RetryPace(first: .seconds(5), longest: .seconds(600))

    /// The house's figures.
    public init() {}
}
