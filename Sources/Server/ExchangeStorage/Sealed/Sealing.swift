/// Makes what is stored unreadable to whoever copies the database.
public protocol Sealing: Sendable {
    /// - Throws: whatever keeps it from being sealed; nothing is stored then.
    func seal(_ bytes: [UInt8]) throws -> [UInt8]

    /// nil when it was not sealed by the same.
    func open(_ bytes: [UInt8]) -> [UInt8]?

    /// The same of the same bytes, and of no use without what seals: by it something sealed is found again.
    func fingerprint(of bytes: [UInt8]) -> [UInt8]
}
