/// Where the answer to a push is expected.
public struct PushRoute: Hashable, Sendable {
    public let connection: ApnsConnectionID
    public let stream: Int32
}
