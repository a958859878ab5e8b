/// How strict and how large a stand-in for APNs is.
public struct APNsConfiguration: Hashable, Sendable {
    /// Streams before the first valid token. Source: Apple, "Establishing a token-based connection to APNs".
    static let streamsBeforeToken = 1

    public var environment: APNsEnvironment = .production
    public var keys: [APNsKey] = []
    /// The topics of the team, without which a topic is disallowed; empty: every one.
    public var topics: [String] = []
    /// Streams at once after the first valid token. Apple names no number; 1,000 is often seen.
    public var streamsAtOnce = 1_000
    /// Pushes to one device before 429. Apple names no number.
    public var deviceRate: StandinRate? = StandinRate(100, per: .seconds(1))
    /// Whether a push to a token that was never registered is taken.
    public var acceptsUnknownDevices = false
    /// Whether a change of token is judged for a team as a whole, on all its connections, as the forum reports; else
    /// for each connection.
    public var judgesTokenChangesByTeam = true
    /// How many of the pushes and deliveries are kept to look at, the newest. Bounds the memory of a long run.
    public var keptCount = 10_000

    public init() {}
}
