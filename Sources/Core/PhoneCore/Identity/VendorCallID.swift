public import CallModel

/// Names a call as the telephony vendor does in its own push; known to belong to a session only once something says so.
public struct VendorCallID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Takes the vendor's text; one that is no UUID is mixed into one.
    public init(text: String) {
        self.init(UUIDValue(standingFor: text))
    }

    /// The lowercase text form: safe to log, it names nobody.
    public var description: String { value.description }
}
