import Foundation
import NIOSSL

/// A self-signed certificate for localhost, made by the openssl command.
struct Certificate {
    let folder: URL
    var certificate: String { folder.appendingPathComponent("cert.pem").path }
    var key: String { folder.appendingPathComponent("key.pem").path }

    /// Seconds since 1970.
    var notAfter: Int64 {
        get throws { try NIOSSLCertificate.fromPEMFile(certificate).map { Int64($0.notValidAfter) }.min() ?? 0 }
    }

    static func make(days: Int = 2) throws -> Certificate {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = Certificate(folder: folder)
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "\(days)", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", files.key,
            "-out",
            files.certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw TestFailure(description: "openssl made no certificate") }
        return files
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
