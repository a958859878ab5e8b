internal import NIOSSL

/// TLS towards a push service.
enum ClientTLS {
    static func context(_ endpoint: ServiceEndpoint, protocols: [String]) throws(PushSenderError) -> NIOSSLContext {
        do {
            return try NIOSSLContext(configuration: configuration(endpoint, protocols: protocols))
        } catch {
            throw PushSenderError(.certificate, "\(endpoint.host): TLS cannot be set up with these certificates")
        }
    }

    /// Source: Apple, "Sending notification requests to APNs": TLS 1.2 or later (documented).
    static func configuration(_ endpoint: ServiceEndpoint, protocols: [String]) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        if let pem = endpoint.trustedPEM {
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
        }
        return configuration
    }

    /// A name is sent and checked; of a bare address only the certificate is checked, as it has no name to send.
    static func handler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        let isAddress = host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) } || host.contains(":")
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
