/// What holds for every connection of an engine.
public struct NativeMediaOptions: Sendable {
    /// Threads for sockets, 1…16. One serves hundreds of connections; two cost more in all (measured).
    public var loopCount = 1
    /// Connections at once. Each has a socket per local address.
    public var connectionCountMax = 2000
    /// Opus, in bits a second, 6000…128000; a peer may ask for less, and a narrow network gets less. Up to 40000 what lies
    /// above 8 kHz is left out, so that a voice is clearer.
    public var opusBitsPerSecond = 32_000
    /// Opus, 0…10: what the processor spends on quality.
    public var opusComplexity = 5
    /// A PEM file with authorities whose certificates `turns:` relays may have, beside the system's.
    public var trustRootsPath: String?

    package var linkLimits = LinkLimits()
    /// Begins a new association whenever ICE is restarted, also under the same certificate, as FreeSWITCH does: for tests.
    package var startsAnewAtRestarts = false
    /// Loses datagrams of ours, for tests.
    package var loses: (@Sendable (LostDatagram) -> Bool)?

    public init() {}
}
