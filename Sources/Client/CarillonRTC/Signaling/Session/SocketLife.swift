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

extension SocketLife {
    /// Why a socket is no more: a read failed, its task is over, or the peer said goodbye. Foundation says so in any order
    /// and more than once; each can be the first, and of those after it nothing is told (``end()``).
    ///
    /// - Parameters:
    ///   - closeCode: the task's, as far as it is known by then; 0 if it is not.
    ///   - failure: what a socket failed of that was still being dialled.
    package func closure(closeCode: Int, dialing failure: @autoclosure () -> SignalingClosure) -> SignalingClosure {
        if let code = Self.codeOfPeer(closeCode) { return .remote(code: code) }
        return phase == .dialing ? failure() : .remote(code: nil)
    }

    /// The code that is still said to the peer of a socket that ended so; `nil` where none was open.
    package static func farewell(from ended: Phase, _ closure: SignalingClosure) -> UInt16? {
        guard ended == .open else { return nil }
        if case .protocolViolation = closure { return 1002 }
        return 1000
    }

    /// No peer says 1005, 1006 or 1015: they stand for a goodbye without a code, one that never came, and a failure of TLS.
    /// Source: RFC 6455 §7.4.1.
    private static func codeOfPeer(_ number: Int) -> UInt16? {
        guard number > 0, ![1005, 1006, 1015].contains(number) else { return nil }
        return UInt16(exactly: number)
    }
}
