internal import ExchangeStorage
internal import HTTPTypes
internal import Synchronization
internal import WireJSON

/// A request its client named by `Idempotency-Key`, while it is done.
final class NamedRequest: Sendable {
    let owner: String
    let key: String
    private let secrets: SecretBox
    /// What the audit is to tell of it, once it is done.
    private let audit: AuditEntry?
    private let hasReceipt = Mutex(false)

    init(owner: String, key: String, secrets: SecretBox, audit: AuditEntry?) {
        self.owner = owner
        self.key = key
        self.secrets = secrets
        self.audit = audit
    }

    /// Whether what was done has stored the answer with it, and what the audit tells.
    var isAnswered: Bool { hasReceipt.withLock { $0 } }

    /// The answer, to be stored with the audit in the transaction that does what was asked.
    func receipt(_ value: JSONValue, status: HTTPResponse.Status) throws -> RequestReceipt {
        hasReceipt.withLock { $0 = true }
        var receipt = try receipt(bytes: JSONWriter.bytes(of: value), status: status)
        receipt.audit = audit
        return receipt
    }

    /// The answer to what needed no transaction of its own.
    func receipt(bytes: [UInt8], status: HTTPResponse.Status) throws -> RequestReceipt {
        RequestReceipt(owner: owner, key: key, status: Int64(status.code), reply: try secrets.seal(bytes))
    }
}
