/// An `a=` line (RFC 8866 §5.13).
public struct SDPAttribute: Hashable, Sendable {
    public var name: String
    /// What follows the colon; nil where there is no colon, as in `a=sendrecv`.
    public var value: String?

    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }
}
