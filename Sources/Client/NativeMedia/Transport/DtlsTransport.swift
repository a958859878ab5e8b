import CNativeMedia
import MediaEngine
import SDP

/// One DTLS association. Confined to the loop's thread; every callback happens there.
final class DtlsTransport {
    struct Callbacks {
        var send: (UnsafeBufferPointer<UInt8>) -> Void
        var done: (SrtpKeys) -> Void
        var ended: (_ byPeer: Bool) -> Void
    }

    private var handle: OpaquePointer?
    private let callbacks: Callbacks

    /// nil when OpenSSL is out of memory.
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

    /// Whether the peer's certificate is one of those its description announced.
    func peerMatches(_ fingerprints: [CertificateFingerprint]) -> Bool {
        guard let handle else { return false }
        return fingerprints.contains { expected in
            let actual = readDigest { cm_dtls_peer_fingerprint(handle, expected.hash, $0) }
            return !actual.isEmpty && actual == expected.bytes
        }
    }

    /// Says close_notify. Nothing is called back afterwards.
    func close() {
        if let handle { cm_dtls_close(handle) }
        handle = nil
    }

    /// As `close`, without a word: the peer has begun another association, or is another one.
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

    /// Retained for as long as the callback runs: the owner may let go of it there.
    private static func at(_ context: UnsafeMutableRawPointer?) -> DtlsTransport? {
        context.map { Unmanaged<DtlsTransport>.fromOpaque($0).takeUnretainedValue() }
    }
}
