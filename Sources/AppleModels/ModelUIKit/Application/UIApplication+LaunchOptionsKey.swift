extension UIApplication {
    /// What a launch may be told. For a VoIP push it is told nothing (C70).
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String
        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}
