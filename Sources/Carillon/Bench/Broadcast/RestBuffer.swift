import NIOCore

/// What came of a message so far whose rest has not come.
struct RestBuffer {
    private var rest = ByteBuffer()

    /// What was left with what has come since, in one piece.
    mutating func joined(_ next: ByteBuffer) -> ByteBuffer {
        guard rest.readableBytes > 0 else { return next }
        var (whole, next) = (rest, next)
        rest = ByteBuffer()
        whole.writeBuffer(&next)
        return whole
    }

    /// Leaves the beginning of a message for the next time.
    mutating func keep(_ beginning: ByteBuffer) {
        if beginning.readableBytes > 0 { rest = beginning.slice() }
    }
}
