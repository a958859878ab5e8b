internal import NIOCore
internal import NIOWebSocket

/// Puts fragmented messages together, within a bound.
///
/// Source: RFC 6455 §5.4.
struct FragmentAssembler {
    /// A phone never sends more than one; a proxy may cut at 1 kB. Fragments of nothing must not go on for ever.
    static let fragmentsMax = 1_024

    enum Outcome: Equatable {
        case message(ByteBuffer)
        case incomplete
        case refused(SocketEnd)
    }

    private let bytesMax: Int
    private var partial: ByteBuffer?
    private var fragments = 0

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Takes a text or continuation frame.
    mutating func take(_ frame: WebSocketFrame) -> Outcome {
        let isContinuation = frame.opcode == .continuation
        guard isContinuation == (partial != nil) else { return .refused(.protocolError) }
        guard isContinuation || !frame.fin else {
            let payload = frame.unmaskedData
            return payload.readableBytes > bytesMax ? .refused(.tooLarge) : .message(payload)
        }
        var payload = frame.unmaskedData
        var whole = partial ?? ByteBuffer()
        fragments += 1
        guard fragments <= Self.fragmentsMax, whole.readableBytes + payload.readableBytes <= bytesMax else {
            return .refused(.tooLarge)
        }
        partial = nil
        whole.writeBuffer(&payload)
        guard frame.fin else {
            partial = whole
            return .incomplete
        }
        fragments = 0
        return .message(whole)
    }
}
