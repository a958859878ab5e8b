/// The configuration of a provider, as far as it decides anything here.
public struct CallConfiguration: Hashable, Sendable {
    /// How many groups of calls there may be. Source: CallKit, default 2.
    public var groupsMax = 2
    /// How many calls a group may have. Source: CallKit, default 5.
    public var callsPerGroupMax = 5
    /// Whether calls are kept in Recents.
    public var includesCallsInRecents = true
    /// Whether calls may have video.
    public var supportsVideo = false

    /// The system's defaults.
    public init() {}
}
