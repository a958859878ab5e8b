internal import Accounts
internal import Crypto
internal import ExchangeStorage
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Synchronization
internal import WireJSON

/// Requests that clients name by a key, so that a repeated request is not done again.
///
/// The answer is stored, encrypted, for a day. Source: draft-ietf-httpapi-idempotency-key-header-07.
struct Idempotency: Sendable {
    static let header = HTTPField.Name("Idempotency-Key") ?? .from
    static let keyForm = TextSchema.token(8...128)
    /// Microseconds after which an unfinished request counts as lost in a crash: no request waits that long for another
    /// party.
    static let lostAfter: Int64 = 60_000_000
    /// The most bytes of a stored answer; a larger one is not stored.
    static let replyBytesMax = 256 * 1024

    let backend: APIBackend
    let logger: Logger

    /// - Parameter audit: the audit's entry once the request is done.
    func run(
        key: String, identity: String, body: [UInt8], _ call: APICall, audit: AuditEntry?,
        _ work: (APICall) async throws -> Response
    ) async throws -> Response {
        guard Self.keyForm.allows(key) else {
            throw Problem(.badRequest, "Idempotency-Key \(Self.keyForm.rule).")
        }
        let owner = call.asker?.key ?? "address"
        let fingerprint = Array(SHA256.hash(data: Array(identity.utf8) + [0] + body))
        let now = call.now
        let outcome = try await backend.accounts.beginRequest(
            key, of: owner, fingerprint: fingerprint, at: now, staleBefore: now - Self.lostAfter,
            keeping: call.asker?.user == nil ? nil : AccountLimits.answers)
        switch outcome {
        case .underWay: throw Problem(.conflict, "A request with that key is under way; ask again in a moment.")
        case .different: throw Problem(.conflict, "That key was used for another request; take a new one.")
        case .answered(let status, let reply):
            return try replay(status: Int(status), reply: reply)
        case .started:
            var named = call
            let request = NamedRequest(owner: owner, key: key, secrets: backend.secrets, audit: audit)
            named.named = request
            return try await perform(request, named, work)
        }
    }

    /// A failed request is not stored and may be repeated under the same key. A completed change has its answer stored
    /// with it, unless a repetition changes nothing; then that is the answer, even if a later step failed.
    private func perform(
        _ request: NamedRequest, _ call: APICall, _ work: (APICall) async throws -> Response
    ) async throws -> Response {
        let (key, owner) = (request.key, request.owner)
        do {
            var response = try await work(call)
            guard !request.isAnswered else { return response }
            let receipt = try request.receipt(bytes: try await Self.bytes(of: &response), status: response.status)
            try await backend.accounts.finishRequest(key, of: owner, status: receipt.status, reply: receipt.reply)
            return response
        } catch {
            guard let done = try? await backend.accounts.abandonRequest(key, of: owner) else { throw error }
            let what = (error as? StorageError).map { "\($0)" } ?? "\(type(of: error))"
            logger.error("a request was carried out, and then failed: \(what)")
            return try replay(status: Int(done.status), reply: done.reply)
        }
    }

    private func replay(status: Int, reply: [UInt8]) throws -> Response {
        guard let bytes = backend.secrets.open(reply) else {
            throw Problem(.conflict, "The answer to that key can no longer be read.")
        }
        var response = Response(
            status: HTTPResponse.Status(code: status), headers: [.cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        if !bytes.isEmpty { response.headers[.contentType] = "application/json; charset=utf-8" }
        return response
    }

    private static func bytes(of response: inout Response) async throws -> [UInt8] {
        let collector = BodyCollector()
        try await response.body.write(collector)
        let bytes = collector.bytes
        response.body = .init(byteBuffer: ByteBuffer(bytes: bytes))
        return bytes
    }
}

/// A request with an `Idempotency-Key` while it is being done.
final class NamedRequest: Sendable {
    let owner: String
    let key: String
    private let secrets: SecretBox
    /// The audit's entry once the request is done.
    private let audit: AuditEntry?
    private let hasReceipt = Mutex(false)

    init(owner: String, key: String, secrets: SecretBox, audit: AuditEntry?) {
        self.owner = owner
        self.key = key
        self.secrets = secrets
        self.audit = audit
    }

    /// Whether the change has stored the answer and the audit's entry with it.
    var isAnswered: Bool { hasReceipt.withLock { $0 } }

    /// The answer and the audit's entry, to be stored in the transaction of the change.
    func receipt(_ value: JSONValue, status: HTTPResponse.Status) throws -> RequestReceipt {
        hasReceipt.withLock { $0 = true }
        var receipt = try receipt(bytes: JSONWriter.bytes(of: value), status: status)
        receipt.audit = audit
        return receipt
    }

    /// The answer to a request without a transaction of its own.
    func receipt(bytes: [UInt8], status: HTTPResponse.Status) throws -> RequestReceipt {
        RequestReceipt(owner: owner, key: key, status: Int64(status.code), reply: try secrets.seal(bytes))
    }
}

/// Collects a response's body in memory.
final class BodyCollector: ResponseBodyWriter, Sendable {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
