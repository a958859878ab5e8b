/// Where the parts of a received RTP packet lie in its datagram.
///
/// Nothing is copied: ranges count from the first byte of the datagram that was parsed. Parsing never allocates.
/// Source: RFC 3550 §5.1, §5.3.1.
public struct RTPPacket: Hashable, Sendable {
    /// The largest datagram taken. Larger than any path's MTU used for media, smaller than what could hurt.
    public static let byteCountMax = 2048

    /// A header extension: the profile's 16 bits, and where its content lies.
    public struct Extension: Hashable, Sendable {
        public var profile: UInt16
        public var content: Range<Int>

        public init(profile: UInt16, content: Range<Int>) {
            self.profile = profile
            self.content = content
        }
    }

    public var header: RTPHeader
    /// Number of contributing sources, 0…15. They follow the fixed header.
    public var contributingSourceCount: Int
    public var headerExtension: Extension?
    /// Without padding; may be empty.
    public var payload: Range<Int>
    /// Bytes of padding after the payload, its own count byte included.
    public var paddingCount: Int

    /// Reads the structure of a decrypted RTP packet.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(RTPError) {
        guard bytes.count <= Self.byteCountMax else {
            throw RTPError(.limitReached, "RTP packet", at: Self.byteCountMax)
        }
        guard bytes.count >= RTPHeader.fixedByteCount else {
            throw RTPError(.truncated, "RTP header", at: bytes.count)
        }
        guard bytes[0] >> 6 == 2 else { throw RTPError(.wrongVersion, "RTP header", at: 0) }
        header = RTPHeader(
            payloadType: bytes[1] & 0x7F,
            marker: bytes[1] & 0x80 != 0,
            sequenceNumber: bytes.uint16(at: 2),
            timestamp: bytes.uint32(at: 4),
            source: bytes.uint32(at: 8))
        contributingSourceCount = Int(bytes[0] & 0x0F)
        var position = RTPHeader.fixedByteCount + 4 * contributingSourceCount
        guard bytes.count >= position else { throw RTPError(.truncated, "contributing sources", at: bytes.count) }
        if bytes[0] & 0x10 != 0 {
            let found = try Self.parseExtension(bytes, at: position)
            headerExtension = found
            position = found.content.upperBound
        }
        paddingCount = try Self.parsePadding(bytes, contentFrom: position)
        payload = position..<(bytes.count - paddingCount)
    }

    private static func parseExtension(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(RTPError) -> Extension {
        guard bytes.count >= start + 4 else { throw RTPError(.truncated, "header extension", at: bytes.count) }
        let content = start + 4
        let end = content + 4 * Int(bytes.uint16(at: start + 2))
        guard bytes.count >= end else { throw RTPError(.truncated, "header extension content", at: bytes.count) }
        return Extension(profile: bytes.uint16(at: start), content: content..<end)
    }

    private static func parsePadding(_ bytes: UnsafeRawBufferPointer, contentFrom start: Int) throws(RTPError) -> Int {
        guard bytes[0] & 0x20 != 0 else { return 0 }
        let last = bytes.count - 1
        let count = Int(bytes[last])
        guard last >= start, count > 0, count <= bytes.count - start else {
            throw RTPError(.badPadding, "RTP padding", at: last)
        }
        return count
    }

    /// The contributing source (CSRC) at an index below `contributingSourceCount`, from the datagram that was parsed.
    public func contributingSource(_ index: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
        precondition(index >= 0 && index < contributingSourceCount)
        return bytes.uint32(at: RTPHeader.fixedByteCount + 4 * index)
    }
}
