internal import Foundation
internal import NIOSSL

/// Makes what TLS needs of a certificate chain and a key.
enum TLSContext {
    static func make(_ files: TLSFiles) throws(ExchangeServerError) -> NIOSSLContext {
        for (key, path) in [("certificate", files.certificate), ("key", files.key)]
        where !FileManager.default.isReadableFile(atPath: path) {
            throw ExchangeServerError(.configuration, "tls.\(key): \(path) cannot be read")
        }
        let chain: [NIOSSLCertificateSource]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate).map { .certificate($0) }
        } catch {
            throw ExchangeServerError(.tls, "\(files.certificate): no PEM certificates can be read from it")
        }
        do {
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw ExchangeServerError(
                .tls, "\(files.key): no PEM key that fits \(files.certificate) can be read from it")
        }
    }
}
