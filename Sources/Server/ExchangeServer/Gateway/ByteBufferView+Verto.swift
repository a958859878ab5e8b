internal import NIOCore
internal import Verto

extension ByteBufferView {
    /// Reads the bytes where they are.
    func decodeVerto() throws(VertoError) -> VertoInbound {
        let result = withUnsafeBytes { bytes in
            Result { () throws(VertoError) in try VertoCodec.decode(bytes) }
        }
        return try result.get()
    }
}
