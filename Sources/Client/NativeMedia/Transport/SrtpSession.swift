import CNativeMedia

/// One direction of SRTP. Whoever owns it serialises its use.
package struct SrtpSession: ~Copyable {
    /// Room a packet needs behind its last byte.
    package static let trailerByteCount = Int(CM_SRTP_TRAILER_BYTES)

    private let handle: OpaquePointer

    package init?(profile: UInt16, key: [UInt8], inbound: Bool) {
        guard let handle = cm_srtp_create(profile, key, key.count, inbound) else { return nil }
        self.handle = handle
    }

    deinit { cm_srtp_free(handle) }

    /// Each works in place and returns the new count, or nil when the packet must be dropped.
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
