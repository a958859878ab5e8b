extension AVAudioSession {
    /// Why sound goes another way.
    public enum RouteChangeReason: UInt, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// Something was connected.
        case newDeviceAvailable = 1
        /// Something was removed.
        case oldDeviceUnavailable = 2
        /// The category changed.
        case categoryChange = 3
        /// Somebody chose.
        case `override` = 4
        /// The phone woke.
        case wakeFromSleep = 6
        /// Nothing fits the category.
        case noSuitableRouteForCategory = 7
        /// The same ports in another shape.
        case routeConfigurationChange = 8
    }
}
