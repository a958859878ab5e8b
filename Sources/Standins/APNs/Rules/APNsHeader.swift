/// One header of a request.
public struct APNsHeader: Hashable, Sendable {
    /// In lower case.
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
