/// Where the exchange listens, for the HTTP API and for Verto alike.
public struct ListenAddress: Hashable, Sendable {
    /// The port FreeSWITCH uses for Verto over plain WebSocket. Source: `verto.conf.xml` of FreeSWITCH.
    public static let usualPort = 8081

    /// A name or an address of an interface of this machine.
    public var host: String
    /// 0: a free port, which `ExchangeServer.port` then tells.
    public var port: Int
    /// Whether plain text is wanted even outside the loopback interface, as behind a proxy that ends TLS.
    public var allowsPlainOutsideLoopback: Bool

    public init(host: String = "127.0.0.1", port: Int = 0, allowsPlainOutsideLoopback: Bool = false) {
        self.host = host
        self.port = port
        self.allowsPlainOutsideLoopback = allowsPlainOutsideLoopback
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }

    /// Refuses plain text on an address others can reach.
    func check(tls: TLSFiles?) throws(ExchangeServerError) {
        guard (0...65_535).contains(port) else {
            throw ExchangeServerError(.listen, "port \(port) does not exist; use 1 to 65535, or 0 for a free one")
        }
        guard tls == nil, !isLoopback, !allowsPlainOutsideLoopback else { return }
        throw ExchangeServerError(
            .listen,
            "\(host) can be reached by others and no certificate is given: passwords would travel in plain text. "
                + "Give tls.certificate and tls.key, or say listen.allow-plain-outside-loopback: true "
                + "(--allow-plain) if a proxy in front ends TLS")
    }
}
