/// Where a stand-in listens.
public struct StandinPlace: Hashable, Sendable {
    public var host = "127.0.0.1"
    /// 0: a free one.
    public var port = 0
    /// 0: a free one.
    public var controlPort = 0
    /// Without TLS, for clients that cannot be told whom to trust.
    public var isPlain = false

    public init(host: String = "127.0.0.1", port: Int = 0, controlPort: Int = 0, isPlain: Bool = false) {
        self.host = host
        self.port = port
        self.controlPort = controlPort
        self.isPlain = isPlain
    }
}
