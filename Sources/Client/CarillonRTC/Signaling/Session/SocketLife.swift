/// What one socket may still do: how far it is, and the bytes that wait to leave, whichever library carries it.
package struct SocketLife: Hashable, Sendable {
    package enum Phase: Hashable, Sendable { case dialing, open, ended }

    /// What becomes of a frame that is to leave.
    package enum Admission: Hashable, Sendable {
        case send
        /// The socket is not open.
        case ignore
        /// More waits than a peer that reads would let stand.
        case overflow
    }

    package private(set) var phase = Phase.dialing
    package private(set) var unsentBytes = 0
    package let outboundBytesMax: Int

    package init(outboundBytesMax: Int) {
        self.outboundBytesMax = outboundBytesMax
    }

    /// - Returns: whether the socket opened by it, and not earlier or too late.
    package mutating func opened() -> Bool {
        guard phase == .dialing else { return false }
        phase = .open
        return true
    }

    package mutating func admit(_ byteCount: Int) -> Admission {
        guard phase == .open else { return .ignore }
        guard unsentBytes + byteCount <= outboundBytesMax else { return .overflow }
        unsentBytes += byteCount
        return .send
    }

    package mutating func sent(_ byteCount: Int) { unsentBytes -= byteCount }

    /// - Returns: the phase that ended by it; `nil` where it had ended before, so that nothing is told twice.
    package mutating func end() -> Phase? {
        guard phase != .ended else { return nil }
        defer { phase = .ended }
        return phase
    }
}
