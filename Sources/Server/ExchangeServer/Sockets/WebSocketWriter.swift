internal import NIOCore
internal import NIOWebSocket

/// Writes the frames of a server: never masked, never fragmented.
///
/// Source: RFC 6455 §5.2.
enum WebSocketWriter {
    static func append(_ opcode: WebSocketOpcode, payload: some Collection<UInt8>, to buffer: inout ByteBuffer) {
        let count = payload.count
        buffer.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
        switch count {
        case ...125:
            buffer.writeInteger(UInt8(count))
        case ...0xFFFF:
            buffer.writeMultipleIntegers(UInt8(126), UInt16(count))
        default:
            buffer.writeMultipleIntegers(UInt8(127), UInt64(count))
        }
        buffer.writeBytes(payload)
    }

    static func appendClose(_ reason: SocketEnd, to buffer: inout ByteBuffer) {
        let payload = [UInt8(reason.closeCode >> 8), UInt8(reason.closeCode & 255)] + Array(reason.closeText.utf8)
        append(.connectionClose, payload: payload, to: &buffer)
    }
}
