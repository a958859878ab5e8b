/// Measures the longest time without a packet of the peer.
public struct GapMeter: Hashable, Sendable {
    private var last: Duration?
    private var longest = Duration.zero

    public init() {}

    /// Notes a packet.
    public mutating func note(at now: Duration) {
        if let last { longest = max(longest, now - last) }
        last = now
    }

    /// Forgets the last packet, because none is expected for a while, as during a hold.
    public mutating func pause() { last = nil }

    /// Returns the longest gap since the last call, including the one that goes on; nil before the first packet and
    /// during a pause.
    public mutating func longest(at now: Duration) -> Duration? {
        guard let last else { return nil }
        defer { longest = .zero }
        return max(longest, now - last)
    }
}
