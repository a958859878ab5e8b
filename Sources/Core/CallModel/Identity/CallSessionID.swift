/// Names one call: from the first ring on every device to the last record of it.
///
/// The exchange mints it; it travels in the INVITE, in every push and in every API.
public struct CallSessionID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }
}
