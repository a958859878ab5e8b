/// The payload of a telephone-event packet.
///
/// Source: RFC 4733 §2.3.
public struct TelephoneEvent: Hashable, Sendable {
    public static let byteCount = 4
    /// What we send: −10 dBm0, as other senders do.
    public static let usualVolume: UInt8 = 10

    public var code: UInt8
    /// The event is over; its duration is final.
    public var isEnd: Bool
    /// 0…63, in −dBm0.
    public var volume: UInt8
    /// From the packet's timestamp on, in ticks of the payload type's clock.
    public var duration: UInt16

    public init(code: UInt8, isEnd: Bool, volume: UInt8 = usualVolume, duration: UInt16) {
        self.code = code
        self.isEnd = isEnd
        self.volume = volume
        self.duration = duration
    }

    /// Reads the first event of a payload; more than one is only allowed inside RFC 2198 redundancy.
    public init(parsing payload: UnsafeRawBufferPointer) throws(RTPError) {
        guard payload.count >= Self.byteCount else {
            throw RTPError(.truncated, "telephone event", at: payload.count)
        }
        code = payload[0]
        isEnd = payload[1] & 0x80 != 0
        volume = payload[1] & 0x3F
        duration = payload.uint16(at: 2)
    }

    /// Replaces `payload` with the four bytes.
    public func write(into payload: inout [UInt8]) {
        payload.removeAll(keepingCapacity: true)
        payload.append(code)
        payload.append((isEnd ? 0x80 : 0) | (volume & 0x3F))
        payload.append16(duration)
    }
}

/// The sixteen keys of a telephone as RFC 4733 numbers them.
///
/// Source: RFC 4733 §3.2, table 3.
public enum TelephoneDigit {
    private static let keys: [Character] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#", "A", "B", "C", "D",
    ]

    /// Nil for what is not one of `0123456789*#ABCD`.
    public static func code(of digit: Character) -> UInt8? {
        keys.firstIndex(of: digit).map { UInt8($0) }
    }

    /// Nil for events that are not digits, such as flash (16).
    public static func digit(for code: UInt8) -> Character? {
        code < keys.count ? keys[Int(code)] : nil
    }
}
