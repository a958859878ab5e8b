/// What an update sets. Nil leaves what is there.
public struct KeychainChange: Hashable, Sendable {
    public var value: [UInt8]?
    public var accessibility: KeychainAccessibility?

    public init(value: [UInt8]? = nil, accessibility: KeychainAccessibility? = nil) {
        self.value = value
        self.accessibility = accessibility
    }
}
