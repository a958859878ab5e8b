/// The state of one socket: its phase and the number of unsent bytes. It does not depend on a networking library.
package struct SocketLife: Hashable, Sendable {
    package enum Phase: Hashable, Sendable { case dialing, open, ended }

    /// Whether a frame may be sent.
    package enum Admission: Hashable, Sendable {
        case send
        /// The socket is not open.
        case ignore
        /// Too many bytes wait; a peer that reads would have taken them.
        case overflow
    }

    package private(set) var phase = Phase.dialing
    package private(set) var unsentBytes = 0
    package let outboundBytesMax: Int

    package init(outboundBytesMax: Int) {
        self.outboundBytesMax = outboundBytesMax
    }

    /// - Returns: whether this call opened the socket; false if it was open or had ended already.
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

    /// - Returns: the phase that this call ended; `nil` if the socket had ended already, so that the end is reported
    ///   once.
    package mutating func end() -> Phase? {
        guard phase != .ended else { return nil }
        defer { phase = .ended }
        return phase
    }
}

extension SocketLife {
    /// Why a socket ended: a read failed, its task completed, or the peer closed. Foundation reports these in any order
    /// and more than once; only the first counts (``end()``).
    ///
    /// - Parameters:
    ///   - closeCode: the task's close code; 0 if it is not known yet.
    ///   - failure: the reason for a socket that was still dialing.
    package func closure(closeCode: Int, dialing failure: @autoclosure () -> SignalingClosure) -> SignalingClosure {
        if let code = Self.codeOfPeer(closeCode) { return .remote(code: code) }
        return phase == .dialing ? failure() : .remote(code: nil)
    }

    /// The close code to send to the peer; `nil` if the socket was not open.
    package static func closeCode(from ended: Phase, _ closure: SignalingClosure) -> UInt16? {
        guard ended == .open else { return nil }
        if case .protocolViolation = closure { return 1002 }
        return 1000
    }

    /// The code if a peer can have sent it. 1005, 1006 and 1015 are never sent: they stand for a close without a code,
    /// a missing close, and a TLS failure. Source: RFC 6455 §7.4.1.
    private static func codeOfPeer(_ number: Int) -> UInt16? {
        guard number > 0, ![1005, 1006, 1015].contains(number) else { return nil }
        return UInt16(exactly: number)
    }
}
