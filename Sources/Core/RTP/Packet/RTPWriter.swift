/// Writes RTP packets into a buffer that is kept from packet to packet, so that nothing is allocated in steady state.
public enum RTPWriter {
    /// Replaces `datagram` with a packet of the fixed header and a payload: what we send.
    ///
    /// A payload that would make the packet larger than `RTPPacket.byteCountMax` is refused.
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

    /// Replaces `datagram` with a packet that has everything RTP knows.
    ///
    /// `contributingSources` are at most 15; an extension's content is a multiple of four bytes; `paddingCount` is
    /// 0…255 and its last byte holds the count.
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
