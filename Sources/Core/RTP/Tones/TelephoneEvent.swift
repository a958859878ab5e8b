/// The payload of a telephone-event packet.
///
/// Source: RFC 4733 §2.3.
public struct TelephoneEvent: Hashable, Sendable {
    /// The bytes of a payload.
    public static let byteCount = 4
    /// The volume we send: −10 dBm0, as other senders do.
    public static let usualVolume: UInt8 = 10

    /// The event: 0 to 9 are the digits, 10 is `*`, 11 is `#`, 12 to 15 are A to D (RFC 4733 §3.2).
    public var code: UInt8
    /// Whether the event is over and its duration final.
    public var isEnd: Bool
    /// The volume, 0…63, in −dBm0.
    public var volume: UInt8
    /// The duration from the packet's timestamp on, in ticks of the payload type's clock.
    public var duration: UInt16

    public init(code: UInt8, isEnd: Bool, volume: UInt8 = usualVolume, duration: UInt16) {
        self.code = code
        self.isEnd = isEnd
        self.volume = volume
        self.duration = duration
    }

    /// Reads the first event of a payload. More than one is only allowed inside RFC 2198 redundancy.
    ///
    /// - Throws: `RTPError` with the code `truncated`.
    public init(parsing payload: UnsafeRawBufferPointer) throws(RTPError) {
        guard payload.count >= Self.byteCount else {
            throw RTPError(.truncated, "telephone event", at: payload.count)
        }
        code = payload[0]
        isEnd = payload[1] & 0x80 != 0
        volume = payload[1] & 0x3F
        duration = payload.uint16(at: 2)
    }

    /// Replaces the content of `payload` with the four bytes of the event.
    public func write(into payload: inout [UInt8]) {
        payload.removeAll(keepingCapacity: true)
        payload.append(code)
        payload.append((isEnd ? 0x80 : 0) | (volume & 0x3F))
        payload.append16(duration)
    }
}

/// The sixteen keys of a telephone, with the numbers of RFC 4733.
///
/// Source: RFC 4733 §3.2, table 3.
public enum TelephoneDigit {
    private static let keys: [Character] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#", "A", "B", "C", "D",
    ]

    /// The code of a digit; nil for a character that is not one of `0123456789*#ABCD`.
    public static func code(of digit: Character) -> UInt8? {
        keys.firstIndex(of: digit).map { UInt8($0) }
    }

    /// The digit of a code; nil for events that are not digits, such as flash (16).
    public static func digit(for code: UInt8) -> Character? {
        code < keys.count ? keys[Int(code)] : nil
    }
}
