import CNativeMedia
import SDP

/// The certificate all connections of an engine show their peers.
///
/// `@unchecked`: nothing changes after the initialiser, and OpenSSL's context is made to be shared.
final class DtlsIdentity: @unchecked Sendable {
    let handle: OpaquePointer
    /// SHA-256, which every WebRTC peer knows.
    let fingerprint: CertificateFingerprint

    /// nil when OpenSSL cannot make a key or a certificate.
    init?() {
        guard let handle = cm_identity_create() else { return nil }
        self.handle = handle
        let bytes = readDigest { cm_identity_fingerprint(handle, "sha-256", $0) }
        fingerprint = CertificateFingerprint(hash: "sha-256", bytes: bytes)
    }

    deinit { cm_identity_free(handle) }
}

/// Collects what a C function wrote as a digest.
func readDigest(_ read: (UnsafeMutablePointer<UInt8>?) -> Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CM_FINGERPRINT_BYTES_MAX)) { buffer, count in
        count = read(buffer.baseAddress)
    }
}
