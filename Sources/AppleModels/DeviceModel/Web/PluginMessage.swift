/// An event from a plugin to the page.
public struct PluginMessage: Hashable, Sendable {
    public var event: TextID
    public var data: TextID

    public init(event: TextID, data: TextID) {
        self.event = event
        self.data = data
    }
}
