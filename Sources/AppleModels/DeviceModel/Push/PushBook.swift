/// What PushKit and the daemon know of the app's pushes.
public struct PushBook: Hashable, Sendable {
    /// The registry of the process.
    public enum Registry: Hashable, Sendable {
        /// Not made since the process began.
        case none
        /// Made. Pushes are handed over when there is a delegate and VoIP is desired.
        case made(delegate: PushDelegateMethods?, desiresVoIP: Bool)
    }

    /// The app's token.
    public internal(set) var token: PushToken? = PushToken(0)
    /// The registry of the process.
    public internal(set) var registry = Registry.none
    /// Pushes that wait for a registry, for the delivery before them, or for the first unlock; the oldest first.
    public internal(set) var waiting: [PushArrival] = []
    /// The push that is being delivered.
    public internal(set) var delivery: PushDelivery?
    /// Pushes that went without a report since the app was installed; counted to the system's limit.
    public internal(set) var violations = 0
    /// Whether the system has stopped starting the app for pushes.
    public internal(set) var isRevoked = false

    init() {}

    /// The methods of the delegate that pushes can be handed to.
    var receiver: PushDelegateMethods? {
        guard case .made(let delegate?, true) = registry else { return nil }
        return delegate
    }

    mutating func setDelegate(_ delegate: PushDelegateMethods?) {
        guard case .made(_, let desiresVoIP) = registry else { return }
        registry = .made(delegate: delegate, desiresVoIP: desiresVoIP)
        // A delegate that turns out to lack the method with metadata is not excused by what they say.
        if delegate == .classic { delivery?.mustReport = nil }
    }

    mutating func setDesiresVoIP(_ desiresVoIP: Bool) {
        guard case .made(let delegate, _) = registry else { return }
        registry = .made(delegate: delegate, desiresVoIP: desiresVoIP)
    }
}
