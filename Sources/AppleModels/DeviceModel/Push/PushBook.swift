/// What PushKit and the daemon know of the app's pushes.
public struct PushBook: Hashable, Sendable {
    /// The registry of the process.
    public enum Registry: Hashable, Sendable {
        /// Not made since the process began.
        case none
        /// Made. Pushes are handed over when there is a delegate and VoIP is desired.
        case made(delegate: PushDelegateMethods?, desiresVoIP: Bool)
    }

    /// The push whose delegate method runs.
    public struct Delivery: Hashable, Sendable {
        public let id: PushID
        /// What the metadata said; `nil` for the method without.
        public let mustReport: Bool?
        /// The flag that a report sets.
        public var didReport = false
        /// Whether the delegate method has returned.
        public var didReturn = false
    }

    /// The app's token.
    public internal(set) var token: PushToken? = PushToken(0)
    /// The registry of the process.
    public internal(set) var registry = Registry.none
    /// Pushes that wait for a registry, for the delivery before them, or for the first unlock; the oldest first.
    public internal(set) var waiting: [PushArrival] = []
    /// The push that is being delivered.
    public internal(set) var delivery: Delivery?
    /// Pushes that went without a report since the app was installed.
    public internal(set) var violations = 0
    /// Whether the system has stopped starting the app for pushes.
    public internal(set) var isRevoked = false

    init() {}
}
