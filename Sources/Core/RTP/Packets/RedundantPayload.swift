/// A payload that carries copies of earlier ones beside its own.
///
/// Source: RFC 2198 §3.
public struct RedundantPayload: Hashable, Sendable {
    /// The most copies read; no sender of ours and no browser writes more.
    public static let copiesMax = 4
    /// The largest offset, in ticks: it has 14 bits.
    static let offsetMax: UInt32 = (1 << 14) - 1
    /// The largest length, in bytes: it has 10 bits.
    static let lengthMax = (1 << 10) - 1

    /// A copy of an earlier payload.
    public struct Copy: Hashable, Sendable {
        /// The payload type of the copy, 0…127.
        public var payloadType: UInt8
        /// How much earlier it was sent, in ticks of the packet's clock.
        public var timestampOffset: UInt32
        /// The place of the copy in the payload.
        public var range: Range<Int>
    }

    /// The copies, oldest first, as they are written.
    public var copies: [Copy]
    /// The payload type of the new payload, 0…127.
    public var primaryType: UInt8
    /// The place of the new payload.
    public var primary: Range<Int>

    /// Reads the places of all parts.
    ///
    /// - Throws: `RTPError` with the code `truncated` if lengths exceed the payload, and `limitReached` at more than
    ///   `copiesMax` copies.
    public init(parsing payload: UnsafeRawBufferPointer) throws(RTPError) {
        var copies: [Copy] = []
        var offset = 0
        while true {
            guard offset < payload.count else { throw RTPError(.truncated, "redundant payload", at: offset) }
            guard payload[offset] & 0x80 != 0 else { break }
            guard offset + 4 <= payload.count else { throw RTPError(.truncated, "redundancy header", at: offset) }
            guard copies.count < Self.copiesMax else { throw RTPError(.limitReached, "redundant copies", at: offset) }
            let header = payload.uint32(at: offset)
            copies.append(
                Copy(
                    payloadType: UInt8(header >> 24 & 0x7F), timestampOffset: header >> 10 & Self.offsetMax,
                    range: 0..<Int(header & UInt32(Self.lengthMax))))
            offset += 4
        }
        primaryType = payload[offset] & 0x7F
        offset += 1
        for index in copies.indices {
            let end = offset + copies[index].range.count
            guard end <= payload.count else { throw RTPError(.truncated, "redundant copy", at: offset) }
            copies[index].range = offset..<end
            offset = end
        }
        self.copies = copies
        primary = offset..<payload.count
    }
}

/// Keeps sent payloads, and writes copies of them into later packets.
public struct RedundancyWriter: Sendable {
    /// The distances of the copies, in packets, that of an only copy first.
    static let distances = [2, 4]
    /// The distances where packets are lost in bursts. A copy helps only if it is sent after the burst: of bursts of
    /// four on average, 44 % are as long as that or longer, and 13 % as long as eight.
    static let farDistances = [8, 3]
    private static let distanceMax = 8

    private struct Sent: Sendable {
        var timestamp: UInt32 = 0
        var payload: [UInt8] = []
    }

    /// The payloads sent lately, newest last.
    private var history: [Sent] = []

    public init() {}

    /// Notes a payload, and replaces the content of `packed` with it and the wanted copies of earlier ones.
    ///
    /// An earlier payload at an unexpected time, as after a pause, is not repeated: the receiver derives its sequence
    /// number from its time.
    ///
    /// - Parameters:
    ///   - ticks: of one packet.
    ///   - copies: 0…2.
    ///   - isFarApart: whether packets are lost in bursts.
    public mutating func write(
        _ payload: UnsafeRawBufferPointer, payloadType: UInt8, timestamp: UInt32, ticks: UInt32, copies: Int,
        isFarApart: Bool = false, into packed: inout [UInt8]
    ) {
        packed.removeAll(keepingCapacity: true)
        let distances = (isFarApart ? Self.farDistances : Self.distances).prefix(copies).sorted(by: >)
        let repeated = distances.compactMap { distance -> (UInt32, [UInt8])? in
            let offset = UInt32(distance) * ticks
            guard history.count >= distance, offset <= RedundantPayload.offsetMax else { return nil }
            let sent = history[history.count - distance]
            guard timestamp &- sent.timestamp == offset, sent.payload.count <= RedundantPayload.lengthMax else {
                return nil
            }
            return (offset, sent.payload)
        }
        for (offset, sent) in repeated {
            packed.append32(1 << 31 | UInt32(payloadType & 0x7F) << 24 | offset << 10 | UInt32(sent.count))
        }
        packed.append(payloadType & 0x7F)
        for (_, sent) in repeated { packed.append(contentsOf: sent) }
        packed.append(contentsOf: payload)
        note(payload, timestamp: timestamp)
    }

    /// Keeps a payload that is sent without copies, so that later packets can repeat it.
    public mutating func note(_ payload: UnsafeRawBufferPointer, timestamp: UInt32) {
        var sent = history.count >= Self.distanceMax ? history.removeFirst() : Sent()
        sent.timestamp = timestamp
        sent.payload.removeAll(keepingCapacity: true)
        sent.payload.append(contentsOf: payload)
        history.append(sent)
    }
}
