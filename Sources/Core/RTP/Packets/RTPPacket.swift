/// The places of the parts of a received RTP packet in its datagram.
///
/// No byte is copied: ranges count from the first byte of the parsed datagram. Parsing allocates no memory.
/// Source: RFC 3550 §5.1, §5.3.1.
public struct RTPPacket: Hashable, Sendable {
    /// The largest datagram read, in bytes. It is larger than the MTU of any path used for media, and small enough to
    /// do no harm.
    public static let byteCountMax = 2048

    /// A header extension: the profile's 16 bits, and the place of its content.
    public struct Extension: Hashable, Sendable {
        /// The 16 bits that the profile defines.
        public var profile: UInt16
        /// The place of the extension's content in the datagram.
        public var content: Range<Int>

        public init(profile: UInt16, content: Range<Int>) {
            self.profile = profile
            self.content = content
        }
    }

    /// The fields that every packet has.
    public var header: RTPHeader
    /// The number of contributing sources, 0…15. They follow the fixed header.
    public var contributingSourceCount: Int
    /// The header extension; nil if the packet has none.
    public var headerExtension: Extension?
    /// The payload without padding; may be empty.
    public var payload: Range<Int>
    /// The bytes of padding after the payload, including the count byte.
    public var paddingCount: Int

    /// Reads the structure of a decrypted RTP packet.
    ///
    /// - Throws: `RTPError` if it is malformed or too large.
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

    /// The contributing source (CSRC) at an index below `contributingSourceCount`.
    ///
    /// - Parameter bytes: the datagram that was parsed.
    public func contributingSource(_ index: Int, in bytes: UnsafeRawBufferPointer) -> UInt32 {
        precondition(index >= 0 && index < contributingSourceCount)
        return bytes.uint32(at: RTPHeader.fixedByteCount + 4 * index)
    }
}

/// The fields of an RTP header that every packet has.
///
/// Source: RFC 3550 §5.1.
public struct RTPHeader: Hashable, Sendable {
    /// Bytes of a header without contributing sources and extension.
    public static let fixedByteCount = 12

    /// The payload type, 0…127; the eighth bit is dropped when written.
    public var payloadType: UInt8
    /// The marker: for audio, the first packet after a silence; for telephone events, the first packet of an event.
    public var marker: Bool
    /// The sequence number, one more than that of the packet before; it wraps.
    public var sequenceNumber: UInt16
    /// The timestamp in ticks of the payload's clock.
    public var timestamp: UInt32
    /// The synchronization source (SSRC).
    public var source: UInt32

    public init(payloadType: UInt8, marker: Bool = false, sequenceNumber: UInt16, timestamp: UInt32, source: UInt32) {
        self.payloadType = payloadType
        self.marker = marker
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.source = source
    }
}

/// Writes RTP packets into a buffer that is reused from packet to packet, so that sending allocates no memory.
public enum RTPWriter {
    /// Replaces the content of `datagram` with a packet of the fixed header and a payload, as our clients send it.
    ///
    /// - Throws: `RTPError` if the packet were larger than `RTPPacket.byteCountMax`.
    public static func write(
        _ header: RTPHeader, payload: UnsafeRawBufferPointer, into datagram: inout [UInt8]
    ) throws(RTPError) {
        guard RTPHeader.fixedByteCount + payload.count <= RTPPacket.byteCountMax else {
            throw RTPError(.limitReached, "RTP payload", at: RTPHeader.fixedByteCount)
        }
        datagram.removeAll(keepingCapacity: true)
        appendFixed(header, flags: 0, to: &datagram)
        datagram.append(contentsOf: payload)
    }

    /// Replaces the content of `datagram` with a packet that may have every part RTP defines.
    ///
    /// `contributingSources` are at most 15. The content of an extension is a multiple of four bytes. `paddingCount`
    /// is 0…255, and the last byte of the padding holds it.
    ///
    /// - Throws: `RTPError` with the code `limitReached` or `badLength`.
    public static func write(
        _ header: RTPHeader,
        contributingSources: [UInt32],
        headerExtension: (profile: UInt16, content: [UInt8])?,
        payload: UnsafeRawBufferPointer,
        paddingCount: UInt8,
        into datagram: inout [UInt8]
    ) throws(RTPError) {
        guard contributingSources.count <= 15 else { throw RTPError(.limitReached, "contributing sources", at: 0) }
        let extensionBytes = headerExtension.map { 4 + $0.content.count } ?? 0
        guard extensionBytes % 4 == 0 else { throw RTPError(.badLength, "header extension content", at: 0) }
        let total = RTPHeader.fixedByteCount + 4 * contributingSources.count + extensionBytes + payload.count
        guard total + Int(paddingCount) <= RTPPacket.byteCountMax else {
            throw RTPError(.limitReached, "RTP packet", at: RTPPacket.byteCountMax)
        }
        datagram.removeAll(keepingCapacity: true)
        let flags =
            (paddingCount > 0 ? 0x20 : 0) | (headerExtension == nil ? 0 : 0x10) | UInt8(contributingSources.count)
        appendFixed(header, flags: flags, to: &datagram)
        for source in contributingSources { datagram.append32(source) }
        if let headerExtension {
            datagram.append16(headerExtension.profile)
            datagram.append16(UInt16(headerExtension.content.count / 4))
            datagram.append(contentsOf: headerExtension.content)
        }
        datagram.append(contentsOf: payload)
        if paddingCount > 0 {
            datagram.append(contentsOf: repeatElement(0, count: Int(paddingCount) - 1))
            datagram.append(paddingCount)
        }
    }

    private static func appendFixed(_ header: RTPHeader, flags: UInt8, to datagram: inout [UInt8]) {
        datagram.append(0x80 | flags)
        datagram.append((header.marker ? 0x80 : 0) | (header.payloadType & 0x7F))
        datagram.append16(header.sequenceNumber)
        datagram.append32(header.timestamp)
        datagram.append32(header.source)
    }
}

/// Why bytes are not RTP, RTCP or a telephone event. `description` is safe to log: it holds no byte from outside.
public struct RTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, Hashable, Sendable {
        /// The bytes end before the length they announce.
        case truncated
        /// The version is not 2.
        case wrongVersion
        /// The padding count is zero or larger than the payload.
        case badPadding
        /// A length field does not match the content.
        case badLength
        /// There are more bytes or items than this code reads or can write.
        case limitReached
        /// A text is not UTF-8.
        case badText
    }

    /// The kind of fault.
    public var code: Code
    /// The part that was being read.
    public var context: StaticString
    /// The place of the fault, in bytes from the start.
    public var offset: Int

    public init(_ code: Code, _ context: StaticString, at offset: Int) {
        self.code = code
        self.context = context
        self.offset = offset
    }

    public var description: String { "\(code.rawValue): \(context) at byte \(offset)" }

    public static func == (left: RTPError, right: RTPError) -> Bool {
        left.code == right.code && left.offset == right.offset && left.context.description == right.context.description
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(offset)
    }
}

/// Reads and writes in network byte order. The caller has checked the bounds; the subscript traps in any case.
extension UnsafeRawBufferPointer {
    func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2))
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4))
    }

    /// The bytes of a range as a buffer of their own, counted from zero.
    public func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }
}

extension [UInt8] {
    mutating func append16(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    mutating func append32(_ value: UInt32) {
        append16(UInt16(truncatingIfNeeded: value >> 16))
        append16(UInt16(truncatingIfNeeded: value))
    }

    mutating func append64(_ value: UInt64) {
        append32(UInt32(truncatingIfNeeded: value >> 32))
        append32(UInt32(truncatingIfNeeded: value))
    }
}

/// The protocol of a datagram on a bundled port, derived from its first two bytes.
///
/// Source: RFC 7983 §7, RFC 5761 §4.
public enum DatagramKind: Hashable, Sendable {
    case stun
    case dtls
    case turnChannel
    case rtp
    case rtcp
    /// The datagram is empty or of another protocol.
    case unknown

    /// Looks at the first two bytes at most.
    public init(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else {
            self = .unknown
            return
        }
        switch first {
        case 0...3: self = .stun
        case 20...63: self = .dtls
        case 64...79: self = .turnChannel
        case 128...191 where bytes.count >= 2: self = (192...223).contains(bytes[1]) ? .rtcp : .rtp
        default: self = .unknown
        }
    }
}
