extension JSONParser {
    /// The longest number in bytes. A Double never needs more than 24; longer ones only cost time.
    static let numberByteCountMax = 64

    /// Reads a number (RFC 8259 §6).
    mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let integer = try integerPart(isNegative: isNegative, from: start)
        let isWhole = try !skipFraction(from: start)
        guard try !skipExponent(from: start), isWhole, let integer else {
            return .number(try double(from: start))
        }
        return .integer(integer)
    }

    /// Reads the digits before a fraction; nil when the value is not an Int64 (too large, or minus zero).
    private mutating func integerPart(isNegative: Bool, from start: Int) throws(JSONError) -> Int64? {
        let first = offset
        var value: Int64 = 0
        var overflows = false
        while offset < bytes.count, let digit = Self.digit(bytes[offset]) {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) =
                isNegative
                ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            overflows = overflows || isTooLarge || isBeyond
            value = sum
            offset += 1
        }
        let digitCount = offset - first
        guard digitCount > 0 else {
            throw JSONError(offset < bytes.count ? .invalidNumber : .unexpectedEnd, at: offset)
        }
        guard digitCount == 1 || bytes[first] != UInt8(ascii: "0") else { throw JSONError(.invalidNumber, at: start) }
        let isMinusZero = isNegative && value == 0 && !overflows
        return overflows || isMinusZero ? nil : value
    }

    /// Steps over a fraction. Returns whether there was one.
    private mutating func skipFraction(from start: Int) throws(JSONError) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ".") else { return false }
        offset += 1
        try skipDigits()
        return true
    }

    /// Steps over an exponent. Returns whether there was one.
    private mutating func skipExponent(from start: Int) throws(JSONError) -> Bool {
        guard offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") else { return false }
        offset += 1
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
            offset += 1
        }
        try skipDigits()
        return true
    }

    private mutating func skipDigits() throws(JSONError) {
        let first = offset
        while offset < bytes.count, Self.digit(bytes[offset]) != nil {
            offset += 1
        }
        guard offset > first else {
            throw JSONError(offset < bytes.count ? .invalidNumber : .unexpectedEnd, at: offset)
        }
    }

    private func double(from start: Int) throws(JSONError) -> Double {
        let length = offset - start
        guard length <= Self.numberByteCountMax else { throw JSONError(.numberOutOfRange, at: start) }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard let value = Double(text) else { throw JSONError(.invalidNumber, at: start) }
        guard value.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
        return value
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int64(byte - UInt8(ascii: "0")) : nil
    }
}
