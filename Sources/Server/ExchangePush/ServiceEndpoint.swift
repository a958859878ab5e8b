/// Where a push service listens, when it is not the real one: a stand-in.
public struct ServiceEndpoint: Hashable, Sendable {
    public var host: String
    public var port: Int
    /// The certificates to trust instead of the system's, as PEM; nil: the system's.
    public var trustedPEM: String?

    public init(host: String, port: Int, trustedPEM: String? = nil) {
        self.host = host
        self.port = port
        self.trustedPEM = trustedPEM
    }
}
