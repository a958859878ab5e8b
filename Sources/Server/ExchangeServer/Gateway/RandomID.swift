internal import CallModel

/// Makes identifiers from the system's random source.
enum RandomID {
    /// An identifier that is entirely random.
    static func make() -> UUIDValue {
        var generator = SystemRandomNumberGenerator()
        return UUIDValue.random(high: generator.next(), low: generator.next())
    }

    /// An identifier that begins with the time, so that the journal's rows for simultaneous calls are adjacent and
    /// share a page. 74 bits are random. Source: RFC 9562 §5.7 (version 7).
    ///
    /// - Parameter milliseconds: since 1970.
    static func make(at milliseconds: Int64) -> UUIDValue {
        var generator = SystemRandomNumberGenerator()
        let time = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
        let high = time << 16 | 0x7000 | generator.next() & 0x0FFF
        return UUIDValue(high: high, low: generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 1 << 63)
    }
}
