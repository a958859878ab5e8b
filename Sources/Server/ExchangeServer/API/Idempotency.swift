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

/// Requests that clients name by a key, so that one sent again is not done again.
///
/// The answer is kept, encrypted, for a day. Source: draft-ietf-httpapi-idempotency-key-header-07.
struct Idempotency: Sendable {
    static let header = HTTPField.Name("Idempotency-Key") ?? .from
    static let keyForm = TextForm.token(8...128)
    /// A request that takes longer was lost in a crash: longer than any of ours waits for another party.
    static let lostAfter: Int64 = 60_000_000
    /// Answers are small; one that is not is not kept.
    static let replyBytesMax = 256 * 1024

    let backend: APIBackend
    let logger: Logger

    /// - Parameter audit: what the audit is to tell once it is done.
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
            keeping: call.asker?.user == nil ? nil : AccountCaps.answers)
        switch outcome {
        case .underWay: throw Problem(.conflict, "A request of that key is under way; ask again in a moment.")
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

    /// What failed is not kept: it may be tried again under the same key. What was done has its answer stored with it,
    /// unless doing it twice changes nothing; then that is the answer, whatever failed afterwards.
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
            logger.error("a request was done, and then failed: \(what)")
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

/// Takes a response's body into memory.
final class BodyCollector: ResponseBodyWriter, Sendable {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
