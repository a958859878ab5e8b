/// The answer to a request that its client named: stored in the transaction that does what was asked, so that after a
/// crash there are both or neither.
public struct RequestReceipt: Hashable, Sendable {
    public var owner: String
    public var key: String
    /// The HTTP status.
    public var status: Int64
    /// Encrypted.
    public var reply: [UInt8]
    /// What the audit tells of it; nil: nothing, or it is told apart.
    public var audit: AuditEntry?

    public init(owner: String, key: String, status: Int64, reply: [UInt8], audit: AuditEntry? = nil) {
        self.owner = owner
        self.key = key
        self.status = status
        self.reply = reply
        self.audit = audit
    }
}
