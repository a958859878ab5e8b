/// The things a connection is needed for.
public struct ConnectionNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One thing alone.
    public init(_ need: ConnectionNeed) {
        rawValue = 1 << need.rawValue
    }
}
