/// A payload that carries earlier ones beside its own.
///
/// Source: RFC 2198 §3.
public struct RedundantPayload: Hashable, Sendable {
    /// More than that no sender of ours or of a browser writes.
    public static let copiesMax = 4
    /// An offset has 14 bits, in ticks.
    static let offsetMax: UInt32 = (1 << 14) - 1
    /// A length has 10 bits.
    static let lengthMax = (1 << 10) - 1

    /// An earlier payload.
    public struct Copy: Hashable, Sendable {
        public var payloadType: UInt8
        /// How much earlier it was, in ticks of the packet's clock.
        public var timestampOffset: UInt32
        /// Where it is.
        public var range: Range<Int>
    }

    /// The oldest first, as they are written.
    public var copies: [Copy]
    public var primaryType: UInt8
    public var primary: Range<Int>

    /// Reads where everything is.
    ///
    /// - Throws: `truncated` where lengths go beyond the payload, `limitReached` for more than `copiesMax` copies.
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

/// Keeps what was sent, and writes it again into later packets.
public struct RedundancyWriter: Sendable {
    /// How many packets back the copies are. Apart, so that one packet does not take both away with a burst.
    static let distances = [2, 4]

    private struct Sent: Sendable {
        var timestamp: UInt32 = 0
        var payload: [UInt8] = []
    }

    /// The newest last.
    private var history: [Sent] = []

    public init() {}

    /// Notes a payload, and replaces `packed` with it and the copies of earlier ones that are wanted.
    ///
    /// An earlier payload that is not where it should be in time, as after a pause, is not repeated: the receiver tells
    /// its number from its time.
    /// - Parameters:
    ///   - ticks: of one packet.
    ///   - copies: 0…2.
    public mutating func write(
        _ payload: UnsafeRawBufferPointer, payloadType: UInt8, timestamp: UInt32, ticks: UInt32, copies: Int,
        into packed: inout [UInt8]
    ) {
        packed.removeAll(keepingCapacity: true)
        let repeated = Self.distances.prefix(copies).reversed().compactMap { distance -> (UInt32, [UInt8])? in
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

    /// Keeps a payload that is sent alone, so that the first copies that are wanted are there.
    public mutating func note(_ payload: UnsafeRawBufferPointer, timestamp: UInt32) {
        var sent = history.count >= (Self.distances.last ?? 0) ? history.removeFirst() : Sent()
        sent.timestamp = timestamp
        sent.payload.removeAll(keepingCapacity: true)
        sent.payload.append(contentsOf: payload)
        history.append(sent)
    }
}
