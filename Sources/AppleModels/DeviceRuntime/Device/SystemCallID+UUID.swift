package import DeviceModel
package import Foundation

extension SystemCallID {
    /// The sixteen bytes of a UUID.
    package init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let high = bytes[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = bytes[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(high: high, low: low)
    }

    /// The UUID of the bytes.
    ///
    /// From a tuple: the optimiser of Swift 6.3.1 frees an array before the closure has read it (observed).
    package var uuid: UUID {
        let words = (high.bigEndian, low.bigEndian)
        return withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
