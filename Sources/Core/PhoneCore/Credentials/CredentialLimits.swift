/// The figures of fetching credentials.
public struct CredentialLimits: Hashable, Sendable {
    /// When they are fetched anew. At half the time left, so that what goes wrong then can go wrong for as long again; at
    /// the longest half the day that our exchange's credentials last, whatever the device's calendar says.
    public var fetch = RenewalPace(percent: 50, shortest: .seconds(60), longest: .seconds(12 * 3_600))
    /// After a fetch that failed, or brought what is worth nothing.
    public var retry = RetryPace(first: .seconds(5), longest: .seconds(600))

    /// Failures in a row are counted up to here: the wait has long been the longest then.
    static let countedMax: UInt8 = 16

    /// The house's figures.
    public init() {}
}
