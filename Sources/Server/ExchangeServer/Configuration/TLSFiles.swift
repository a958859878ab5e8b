/// The certificate chain and the private key of the exchange, both PEM files.
public struct TLSFiles: Hashable, Sendable {
    /// The server's certificate first, then the intermediate ones.
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
