/// How a peer connection is to be made.
public struct MediaConfiguration: Sendable {
    public enum Gathering: Hashable, Sendable {
        /// Descriptions at once, candidates as they come.
        case trickle
        /// Descriptions carry their candidates; they wait for all of them, but no longer than the limit.
        case complete(limit: Duration)
    }

    /// Servers beyond that only slow gathering down.
    public static let iceServersMax = 8

    public var gathering: Gathering = .complete(limit: .milliseconds(500))
    public var iceServers: [IceServer] = []
    /// Emit and use relay candidates only (TURN).
    public var relayOnly = false
    /// The local addresses to gather on; empty means every usable interface.
    public var localAddresses: [String] = []
    /// UDP ports to gather on; nil means any.
    public var portRange: ClosedRange<UInt16>?
    /// Codecs in order of preference; at least one.
    public var codecs: [AudioCodec] = [.opus, .pcmu, .pcma]
    /// How long an interrupted way may stay so before the connection fails.
    public var interruptionLimit: Duration = .seconds(30)

    public init() {}
}
