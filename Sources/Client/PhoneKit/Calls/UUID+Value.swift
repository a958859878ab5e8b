package import CallModel
package import Foundation

extension UUID {
    /// The same 128 bits, as Foundation writes them.
    package init(_ value: UUIDValue) {
        let words = (value.high.bigEndian, value.low.bigEndian)
        self = withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The same 128 bits, as the core writes them.
    package var value: UUIDValue {
        withUnsafeBytes(of: uuid) { bytes in
            UUIDValue(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
