/// What a report says of a call; what is `nil` was not set.
public struct CallUpdate: Hashable, Sendable {
    public var handle: HandleID?
    public var name: TextID?
    public var supportsHolding: Bool?
    public var supportsGrouping: Bool?
    public var supportsDigits: Bool?
    public var hasVideo: Bool?

    /// An update that says nothing beyond what is given.
    public init(handle: HandleID? = nil, name: TextID? = nil, hasVideo: Bool? = nil) {
        self.handle = handle
        self.name = name
        self.hasVideo = hasVideo
    }

    /// Lays a later update over this one: only what it sets is changed.
    mutating func merge(_ later: CallUpdate) {
        handle = later.handle ?? handle
        name = later.name ?? name
        supportsHolding = later.supportsHolding ?? supportsHolding
        supportsGrouping = later.supportsGrouping ?? supportsGrouping
        supportsDigits = later.supportsDigits ?? supportsDigits
        hasVideo = later.hasVideo ?? hasVideo
    }
}
