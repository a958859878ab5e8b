/// The app's call provider, as the daemon knows it.
public struct CallProvider: Hashable, Sendable {
    public let id: ProviderID
    public internal(set) var configuration: CallConfiguration
    public internal(set) var hasDelegate = false
    public internal(set) var hasQueue = false

    init(id: ProviderID, configuration: CallConfiguration) {
        self.id = id
        self.configuration = configuration
    }
}
