/// A report of a new incoming call.
public struct IncomingReport: Hashable, Sendable {
    /// The app's name for this report.
    public var id: ReportID
    /// The provider it is made on.
    public var provider: ProviderID
    /// The call.
    public var call: SystemCallID
    /// What is known of it.
    public var update: CallUpdate
    /// Whether it is made on the queue the push was delivered on. Holds also where there is no push.
    public var isOnDeliveryQueue: Bool

    /// Makes a report.
    public init(
        id: ReportID, provider: ProviderID = ProviderID(0), call: SystemCallID, update: CallUpdate = CallUpdate(),
        isOnDeliveryQueue: Bool = true
    ) {
        self.id = id
        self.provider = provider
        self.call = call
        self.update = update
        self.isOnDeliveryQueue = isOnDeliveryQueue
    }
}
