/// Sources that leave.
public struct Goodbye: Hashable, Sendable {
    /// At most 31.
    public var sources: [UInt32]

    public init(sources: [UInt32]) {
        self.sources = sources
    }
}
