/// A cookie of the web view.
public struct WebCookie: Hashable, Sendable {
    public let name: TextID
    public var value: TextID

    public init(name: TextID, value: TextID) {
        self.name = name
        self.value = value
    }
}
