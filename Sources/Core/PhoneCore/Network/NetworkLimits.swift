/// The figures of the network watch.
public struct NetworkLimits: Hashable, Sendable {
    /// How long a path must stay before it is believed: joining a Wi-Fi yields several updates, and a hand-over may
    /// pass through no path at all. Source: C90 (observed); requirements B10 (500 ms).
    public var settlingDuration: Duration = .milliseconds(500)
    /// How often a path that changes again may put off the decision; so nobody waits longer than four times the
    /// duration for a network that never rests.
    public var postponementsMax: UInt8 = 3

    /// The house's figures.
    public init() {}
}
