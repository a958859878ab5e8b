internal import CallModel

/// Fresh identifiers from the system's random source.
enum RandomID {
    static func make() -> UUIDValue {
        var generator = SystemRandomNumberGenerator()
        return UUIDValue.random(high: generator.next(), low: generator.next())
    }
}
