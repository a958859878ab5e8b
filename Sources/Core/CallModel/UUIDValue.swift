/// A 128-bit identifier, written as a lowercase UUID.
///
/// Foundation's `UUID` is not used: the core needs neither its random source nor its uppercase text.
/// Source: RFC 9562 §4 (layout and text form).
public struct UUIDValue: Hashable, Sendable {
    /// The length of the text form, in bytes.
    public static let textLength = 36

    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes, most significant first.
    public let low: UInt64

    /// Makes an identifier of 128 given bits, none of which is changed.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads `8-4-4-4-12` hexadecimal digits of either case; anything else gives `nil`.
    public init?(_ text: some StringProtocol) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var position = 0
        for byte in text.utf8 {
            guard position < Self.textLength else { return nil }
            if Self.isHyphenPosition(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Self.digit(byte) else { return nil }
                high = high << 4 | low >> 60
                low = low << 4 | digit
            }
            position += 1
        }
        guard position == Self.textLength else { return nil }
        self.init(high: high, low: low)
    }

    /// Makes a random identifier (version 4) of 128 bits that a caller drew from its own source.
    ///
    /// Six of the bits are replaced by version and variant. Source: RFC 9562 §5.4.
    public static func random(high: UInt64, low: UInt64) -> UUIDValue {
        UUIDValue(version: 4, high: high, low: low)
    }

    /// Overwrites the version and variant bits. Source: RFC 9562 §4.1, §4.2.
    init(version: UInt64, high: UInt64, low: UInt64) {
        self.init(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | version << 12,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    private static func isHyphenPosition(_ position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension UUIDValue: LosslessStringConvertible {
    /// Reads the text form, as the other initializer does.
    public init?(_ description: String) {
        self.init(description[...])
    }

    /// The lowercase text form.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { bytes in
            var nibble = 0
            for position in 0..<Self.textLength {
                if Self.isHyphenPosition(position) {
                    bytes[position] = UInt8(ascii: "-")
                    continue
                }
                let word = nibble < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (nibble & 15)) & 15)
                bytes[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                nibble += 1
            }
            return Self.textLength
        }
    }
}

extension UUIDValue: Comparable {
    /// Orders identifiers as their text forms are ordered.
    public static func < (left: UUIDValue, right: UUIDValue) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UUIDValue: Codable {
    /// Reads the text form from a single value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = UUIDValue(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = value
    }

    /// Writes the text form as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// An identifier of 128 bits, written as a UUID. Each kind of thing has a type of its own.
///
/// The text reveals nothing about a person, so it may be logged.
public protocol UUIDIdentifier: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    /// The 128 bits of the identifier.
    var value: UUIDValue { get }

    /// Wraps 128 given bits.
    init(_ value: UUIDValue)
}

extension UUIDIdentifier {
    /// Reads the text form of a UUID, either case; anything else gives `nil`.
    public init?(_ description: String) {
        guard let value = UUIDValue(description) else { return nil }
        self.init(value)
    }

    /// The lowercase text form.
    public var description: String { value.description }

    /// Orders identifiers as their text forms are ordered.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// Reads the text form from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try UUIDValue(from: decoder))
    }

    /// Writes the text form as a single value.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
