internal import Foundation
internal import NIOSSL

/// A certificate chain with its key, as TLS needs them.
struct TLSIdentity: Sendable {
    let context: NIOSSLContext
    let term: CertificateTerm

    /// Reads the files.
    ///
    /// - Throws: `ExchangeServerError` naming the file that cannot be used.
    init(_ files: TLSFiles) throws(ExchangeServerError) {
        for (key, path) in [("certificate", files.certificate), ("key", files.key)]
        where !FileManager.default.isReadableFile(atPath: path) {
            throw ExchangeServerError(.configuration, "tls.\(key): \(path) cannot be read")
        }
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw ExchangeServerError(.tls, "\(files.certificate): no PEM certificates can be read from it")
        }
        do {
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ExchangeServerError(
                .tls, "\(files.key): no PEM key that fits \(files.certificate) can be read from it")
        }
        term = CertificateTerm(
            notBefore: chain.map { Int64($0.notValidBefore) }.max() ?? .min,
            notAfter: chain.map { Int64($0.notValidAfter) }.min() ?? .max)
    }
}
