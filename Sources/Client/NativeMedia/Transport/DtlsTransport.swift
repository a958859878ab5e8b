import CNativeMedia
import MediaEngine
import SDP

/// One DTLS association. Isolation: the loop's thread, on which all callbacks happen.
final class DtlsTransport {
    struct Callbacks {
        var send: (UnsafeBufferPointer<UInt8>) -> Void
        var done: (SrtpKeys) -> Void
        var ended: (_ byPeer: Bool) -> Void
    }

    private var handle: OpaquePointer?
    private let callbacks: Callbacks

    /// Nil if OpenSSL is out of memory.
    init?(on loop: EventLoop, identity: DtlsIdentity, role: DTLSRole, callbacks: Callbacks) {
        self.callbacks = callbacks
        let context = Unmanaged.passUnretained(self).toOpaque()
        handle = cm_dtls_create(loop.handle, identity.handle, role == .client, Self.functions(context))
        if handle == nil { return nil }
    }

    deinit { close() }

    func start() {
        if let handle { cm_dtls_start(handle) }
    }

    func feed(_ datagram: UnsafeBufferPointer<UInt8>) {
        if let handle { cm_dtls_feed(handle, datagram.baseAddress, datagram.count) }
    }

    /// Whether the peer's certificate matches a fingerprint of its description.
    func peerMatches(_ fingerprints: [CertificateFingerprint]) -> Bool {
        guard let handle else { return false }
        return fingerprints.contains { expected in
            let actual = readDigest { cm_dtls_peer_fingerprint(handle, expected.hash, $0) }
            return !actual.isEmpty && actual == expected.bytes
        }
    }

    /// Sends close_notify and releases the association. No callback follows.
    func close() {
        if let handle { cm_dtls_close(handle) }
        handle = nil
    }

    /// Releases the association without close_notify, because the peer has begun another one or was replaced.
    func drop() {
        if let handle { cm_dtls_drop(handle) }
        handle = nil
    }

    private static func functions(_ context: UnsafeMutableRawPointer) -> cm_dtls_callbacks {
        cm_dtls_callbacks(
            context: context,
            send: { context, bytes, count in
                DtlsTransport.at(context)?.callbacks.send(UnsafeBufferPointer(start: bytes, count: count))
            },
            done: { context, profile, local, remote, count in
                let keys = SrtpKeys(
                    profile: profile, local: Array(UnsafeBufferPointer(start: local, count: count)),
                    remote: Array(UnsafeBufferPointer(start: remote, count: count)))
                DtlsTransport.at(context)?.callbacks.done(keys)
            },
            ended: { context, end in DtlsTransport.at(context)?.callbacks.ended(end == CM_DTLS_PEER_CLOSED) })
    }

    /// The object, retained while the callback runs, because the owner may release it there.
    private static func at(_ context: UnsafeMutableRawPointer?) -> DtlsTransport? {
        context.map { Unmanaged<DtlsTransport>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The certificate of all connections of an engine.
///
/// `@unchecked`: it does not change after initialization, and OpenSSL's context may be shared.
final class DtlsIdentity: @unchecked Sendable {
    let handle: OpaquePointer
    /// The SHA-256 fingerprint, which every WebRTC peer supports.
    let fingerprint: CertificateFingerprint

    /// Nil if OpenSSL cannot create a key or a certificate.
    init?() {
        guard let handle = cm_identity_create() else { return nil }
        self.handle = handle
        let bytes = readDigest { cm_identity_fingerprint(handle, "sha-256", $0) }
        fingerprint = CertificateFingerprint(hash: "sha-256", bytes: bytes)
    }

    deinit { cm_identity_free(handle) }
}

/// Returns the digest written by a C function.
func readDigest(_ read: (UnsafeMutablePointer<UInt8>?) -> Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CM_FINGERPRINT_BYTES_MAX)) { buffer, count in
        count = read(buffer.baseAddress)
    }
}

/// The SRTP keys from a DTLS handshake. Printing them shows no key.
struct SrtpKeys: Sendable, CustomStringConvertible, CustomReflectable {
    /// The SRTP profile (RFC 5764 §4.1.2, RFC 7714 §14.2).
    var profile: UInt16
    /// The key and salt with which this side protects.
    var local: [UInt8]
    /// The key and salt with which the peer protects.
    var remote: [UInt8]

    var description: String { "SrtpKeys(‹redacted›)" }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// One direction of SRTP. Its owner must serialize its use.
package struct SrtpSession: ~Copyable {
    /// The room that a packet needs after its last byte, in bytes.
    package static let trailerByteCount = Int(CM_SRTP_TRAILER_BYTES)

    private let handle: OpaquePointer

    package init?(profile: UInt16, key: [UInt8], inbound: Bool) {
        guard let handle = cm_srtp_create(profile, key, key.count, inbound) else { return nil }
        self.handle = handle
    }

    deinit { cm_srtp_free(handle) }

    /// Protects a packet in place; returns the new byte count, or nil if the packet must be dropped.
    package func protect(_ packet: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
        Self.count(cm_srtp_protect(handle, packet, Int32(count)))
    }

    package func protectControl(_ packet: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
        Self.count(cm_srtp_protect_control(handle, packet, Int32(count)))
    }

    package func unprotect(_ packet: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
        Self.count(cm_srtp_unprotect(handle, packet, Int32(count)))
    }

    package func unprotectControl(_ packet: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
        Self.count(cm_srtp_unprotect_control(handle, packet, Int32(count)))
    }

    private static func count(_ result: Int32) -> Int? { result < 0 ? nil : Int(result) }
}
