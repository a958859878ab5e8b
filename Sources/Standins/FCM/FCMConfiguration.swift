/// What a stand-in for Firebase Cloud Messaging knows of the project.
public struct FCMConfiguration: Hashable, Sendable {
    public var project = "standin-project"
    public var clientEmail = "standin@standin-project.iam.gserviceaccount.com"
    /// Messages in any stretch of a minute before 429. Source: FCM's quota of 600,000 a minute and project.
    public var rate: StandinRate? = StandinRate(600_000, per: .seconds(60))
    /// Whether a message to a token that was never registered is taken.
    public var acceptsUnknownDevices = false
    /// How many of the messages and deliveries are kept to look at, the newest.
    public var keptCount = 10_000
    /// Decides every identifier that is made up.
    public var seed: UInt64 = 1

    public init() {}
}
