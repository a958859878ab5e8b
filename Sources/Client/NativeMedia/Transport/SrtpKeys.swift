/// What a DTLS handshake agreed on. Printing shows none of it.
struct SrtpKeys: Sendable, CustomStringConvertible, CustomReflectable {
    /// RFC 5764 §4.1.2, RFC 7714 §14.2.
    var profile: UInt16
    /// Key and salt we protect with.
    var local: [UInt8]
    /// Key and salt the peer protects with.
    var remote: [UInt8]

    var description: String { "SrtpKeys(‹redacted›)" }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
