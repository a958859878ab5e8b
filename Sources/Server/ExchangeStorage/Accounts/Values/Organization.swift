/// An organisation: whose numbers are called, and for which devices have credentials of their own.
public struct Organization: Hashable, Sendable {
    public var id: String
    public var name: String
    /// Microseconds since 1970.
    public var createdAt: Int64
    /// Grows with every change.
    public var version: Int64

    public init(id: String, name: String, createdAt: Int64, version: Int64 = 1) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.version = version
    }
}
