internal import Crypto
internal import Foundation
internal import NIOSSL
internal import SwiftASN1
internal import X509

/// A certificate authority created at the start and dropped at the end. Only test clients trust it.
struct StandinAuthority {
    /// The validity of issued certificates. A week suffices for a stand-in left running over a weekend.
    private static let validity: TimeInterval = 7 * 86_400

    private let key: Certificate.PrivateKey
    private let certificate: Certificate

    init() throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        self.key = key
        let name = try DistinguishedName { CommonName("Carillon stand-in authority") }
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: Date().addingTimeInterval(-3600),
            notValidAfter: Date().addingTimeInterval(Self.validity), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key.publicKey)
            }, issuerPrivateKey: key)
    }

    /// The authority that a client has to trust, as PEM.
    var certificatePEM: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// The TLS context for a server on this machine with the given application protocols.
    func serverContext(protocols: [String]) throws -> NIOSSLContext {
        let key = P256.Signing.PrivateKey()
        let leaf = try issue(for: Certificate.PublicKey(key.publicKey))
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(leaf.serializeAsPEM().pemString.utf8))
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }

    private func issue(for publicKey: Certificate.PublicKey) throws -> Certificate {
        let own = SubjectKeyIdentifier(hash: key.publicKey)
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: Date().addingTimeInterval(-3600),
            notValidAfter: Date().addingTimeInterval(Self.validity), issuer: certificate.subject,
            subject: DistinguishedName { CommonName("localhost") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: own.keyIdentifier)
                SubjectAlternativeNames([
                    .dnsName("localhost"),
                    .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
                    .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
                ])
            }, issuerPrivateKey: key)
    }
}
