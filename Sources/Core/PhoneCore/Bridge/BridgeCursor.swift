import WireJSON

/// Where in the log of events a page stands.
///
/// A cursor of another process is told from one of this: after a relaunch the page gets a gap, not silence.
public struct BridgeCursor: Hashable, Sendable, LosslessStringConvertible {
    /// Names the process; drawn by the shell at its start.
    public let epoch: UInt32
    /// The number of the last event the page has; events count from 1.
    public let number: UInt64

    public init(epoch: UInt32, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads `epoch-number`.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = UInt32(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.init(epoch: epoch, number: number)
    }

    public var description: String { "\(epoch)-\(number)" }

    init?(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        guard let text = try reader.text(key) else { return nil }
        guard let cursor = BridgeCursor(text) else { throw BridgeError(.outOfBounds, key) }
        self = cursor
    }
}
