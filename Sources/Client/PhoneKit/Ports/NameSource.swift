public import CallModel

/// Where names come from that nothing else has.
public protocol NameSource: Sendable {
    /// A fresh name, with the bits of a version 4 UUID.
    func freshName() -> UUIDValue
}
