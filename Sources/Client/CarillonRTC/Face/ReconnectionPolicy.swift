/// How a lost connection is made again, whether there are calls or not (contrast: W1, W2, W10 of the Telnyx SDK).
public struct ReconnectionPolicy: Hashable, Sendable {
    public var isEnabled = true
    /// Before the first attempt; doubles with every further one. Up to half of each delay is chance, so that the
    /// clients of an exchange that restarts do not all come back at one instant.
    public var delayMin: Duration = .milliseconds(500)
    public var delayMax: Duration = .seconds(16)
    /// Attempts in a row before the client gives up and says so. With the delays above: some four minutes.
    public var attemptsMax = 20

    public init() {}
}
