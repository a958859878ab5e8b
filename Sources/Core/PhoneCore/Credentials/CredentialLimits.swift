/// The figures of fetching credentials.
public struct CredentialLimits: Hashable, Sendable {
    /// The part of the time left that passes before credentials are fetched anew, in percent: what goes wrong then can go
    /// wrong for as long again.
    public var fetchPercent: Int64 = 50
    /// The shortest wait before that, so that a wrong clock does not make a storm of it.
    public var fetchDelayMin: Duration = .seconds(60)
    /// The longest: half the day that our exchange's credentials last, whatever the device's calendar says.
    public var fetchDelayMax: Duration = .seconds(12 * 3_600)
    /// The wait after a fetch that failed, or brought what is worth nothing; it doubles up to the longest.
    public var retryDelayMin: Duration = .seconds(5)
    public var retryDelayMax: Duration = .seconds(600)

    /// Failures in a row are counted up to here: the wait has long been the longest then.
    static let countedMax: UInt8 = 16

    /// The house's figures.
    public init() {}

    /// When to fetch anew what has this much time left.
    func fetchDelay(timeLeft: Duration) -> Duration {
        let part = min(max(timeLeft, .zero), .seconds(365 * 24 * 3_600)) * fetchPercent / 100
        return min(max(part, fetchDelayMin), fetchDelayMax)
    }

    func retryDelay(after failures: UInt8) -> Duration {
        var delay = retryDelayMin
        for _ in 1..<max(failures, 1) where delay < retryDelayMax { delay *= 2 }
        return min(delay, retryDelayMax)
    }
}
