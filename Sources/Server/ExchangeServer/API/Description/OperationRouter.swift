internal import ExchangeCarrier
internal import ExchangeStorage
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import WireJSON

/// Routes requests to operations: proof, values, body and repetition are checked before an operation runs.
struct OperationRouter: Sendable {
    let backend: APIBackend
    let logger: Logger

    func add(_ table: OperationTable, to router: Router<APIContext>) {
        for place in table.places {
            let operation = place.operation
            router.on(place.path, method: operation.method) { request, context in
                let began = ContinuousClock.now
                defer { backend.latency.observe(began.duration(to: .now), of: operation.id) }
                return try await respond(to: request, context, operation)
            }
        }
        for refusal in table.refusals {
            for method in refusal.methods {
                router.on(refusal.path, method: method) { _, _ -> Response in
                    var problem = Problem(.methodNotAllowed, "This address takes: \(refusal.allowed).")
                    problem.headers[.allow] = refusal.allowed
                    throw problem
                }
            }
        }
    }

    // MARK: - Handling a request

    private func respond(
        to request: Request, _ context: APIContext, _ operation: APIOperation
    ) async throws -> Response {
        let asker = try await asker(of: request, context, operation)
        let path = try pathValues(context, operation)
        let query = try queryValues(request, operation)
        let (body, bytes) = try await countingFaults(of: operation, from: context.address) {
            try await self.body(of: request, operation)
        }
        var call = APICall(
            backend: backend, asker: asker, address: context.address, path: path, query: query, body: body,
            isLocal: context.isLocal, range: operation.takesRange ? try Self.range(of: request) : nil)
        if let proof = operation.proof {
            call.asker = try await proof(call)
            try backend.rateLimiter.admit(call.asker, from: context.address)
        }
        let audit = Self.audit(of: operation, call)
        guard operation.isRepeatable, let key = request.headers[Idempotency.header] else {
            return try await run(operation, call, audit)
        }
        let identity = "\(operation.id) \(request.uri.path)"
        return try await Idempotency(backend: backend, logger: logger)
            .run(key: key, identity: identity, body: bytes, call, audit: audit) { call in
                try await run(operation, call, audit)
            }
    }

    /// Counts an invalid body of an operation whose body proves the asker against its address.
    private func countingFaults<Value>(
        of operation: APIOperation, from address: ClientAddress?, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            if operation.proof != nil { try backend.rateLimiter.admit(nil, from: address) }
            throw error
        }
    }

    private static func audit(of operation: APIOperation, _ call: APICall) -> AuditEntry? {
        guard operation.isAudited, let asker = call.asker else { return nil }
        var entry = AuditEntry(
            at: call.now, actor: asker.key, action: operation.id, subject: operation.subject(call))
        // Entries of operators and Apple are not displaced by others.
        if asker.user == nil { entry.keeping = nil }
        return entry
    }

    /// Runs the operation and notes it in the audit, unless the entry was stored with the change.
    private func run(_ operation: APIOperation, _ call: APICall, _ audit: AuditEntry?) async throws -> Response {
        let response = try await operation.run(call)
        if let audit, call.named?.isAnswered != true { try await backend.accounts.note(audit) }
        return response
    }

    /// Invalid ranges are ignored, so any text is accepted. Source: RFC 9110 §14.2.
    static let rangeForm = TextSchema.any(0...1_024)

    /// No answer has a validator that `If-Range` could match, so all of it is sent then. Source: RFC 9110 §13.1.5.
    private static func range(of request: Request) throws(Problem) -> ByteRange? {
        guard let header = request.headers[.range] else { return nil }
        guard rangeForm.allows(header) else { throw Problem(.badRequest, "Range \(rangeForm.rule).") }
        return request.headers.contains(.ifRange) ? nil : ByteRange(header: header)
    }

    private func asker(
        of request: Request, _ context: APIContext, _ operation: APIOperation
    ) async throws -> APIPrincipal? {
        let isExempt = operation.access == .operatorOrLocal && context.isLocal
        let isOpen = operation.access == .open || isExempt
        let header = isOpen ? nil : request.headers[.authorization]
        let proven = try await backend.asker(authorization: header, from: context.address)
        if operation.isLimited, operation.proof == nil { try backend.rateLimiter.admit(proven, from: context.address) }
        guard !isOpen else { return nil }
        guard let asker = proven else { throw Problem.unauthorized() }
        switch (operation.access, asker) {
        case (.open, _), (.anyone, .operatorToken), (.anyone, .user), (.anyone, .session), (.person, .user),
            (.person, .session), (.session, .session), (.operatorOnly, .operatorToken),
            (.operatorOrLocal, .operatorToken):
            return asker
        case (.anyone, .apple), (.person, .apple): throw Problem.unauthorized()
        case (.person, .operatorToken):
            throw Problem(.forbidden, "This needs a user's credentials; an API token belongs to no user.")
        case (.session, _):
            throw Problem(.forbidden, "This needs the access token of a session, which belongs to a device.")
        case (.operatorOnly, _), (.operatorOrLocal, _):
            throw Problem(.forbidden, "This needs an API token; a user's credentials do not suffice.")
        }
    }

    /// Reads the values of the path; an invalid value means that the resource does not exist.
    private func pathValues(_ context: APIContext, _ operation: APIOperation) throws -> [String: String] {
        var values: [String: String] = [:]
        for parameter in operation.parameters {
            guard let text = context.parameters.get(parameter.name)?.removingPercentEncoding,
                parameter.shape.fault(in: .string(text), at: parameter.name) == nil
            else { throw Problem.notFound }
            values[parameter.name] = text
        }
        return values
    }

    private func queryValues(_ request: Request, _ operation: APIOperation) throws -> JSONObject {
        var values = JSONObject()
        for parameter in operation.query {
            let given = request.uri.queryParameters[values: Substring(parameter.name)].map { String($0) }
            guard let value = Self.value(of: given, in: parameter.shape) else {
                if parameter.isRequired { throw Problem(.unprocessableContent, "\(parameter.name) is missing.") }
                continue
            }
            if let fault = parameter.shape.fault(in: value, at: parameter.name) {
                throw Problem(.unprocessableContent, fault + ".")
            }
            values[parameter.name] = value
        }
        return values
    }

    /// Converts the texts of a query into the JSON of their shape; an invalid text stays a text and fails the check.
    private static func value(of given: [String], in shape: Shape) -> JSONValue? {
        guard let first = given.first else { return nil }
        if case .list = shape { return .array(given.map { .string($0) }) }
        guard given.count == 1 else { return .array([]) }
        switch shape {
        case .integer: return Int64(first).map { .integer($0) } ?? .string(first)
        case .boolean: return first == "true" ? true : first == "false" ? false : .string(first)
        default: return .string(first)
        }
    }

    private func body(
        of request: Request, _ operation: APIOperation
    ) async throws -> (JSONObject, bytes: [UInt8]) {
        let buffer = try await request.body.collect(upTo: backend.limits.bodyBytes)
        guard let shape = operation.body else { return ([:], []) }
        if let type = request.headers[.contentType]?.lowercased(), !type.hasPrefix("application/json") {
            throw Problem(.unsupportedMediaType, "Send the body as application/json.")
        }
        let bytes = Array(buffer.readableBytesView)
        let parsed: JSONValue
        do {
            parsed = try JSONParser.parse(bytes)
        } catch {
            throw Problem(.badRequest, "The body is not JSON: \(error)")
        }
        if let fault = shape.fault(in: parsed, at: "body") { throw Problem(.unprocessableContent, fault + ".") }
        return (parsed.object ?? [:], bytes)
    }
}

/// The table of routes. It is the same for every exchange of a process, so it is made once: parsing the addresses, for
/// each method of each, was half of the work of routing them at every start.
struct OperationTable: Sendable {
    /// The methods that a known address answers with 405 if it has no operation for them. Source: RFC 9110 §9, RFC
    /// 5789, draft-ietf-httpbis-safe-method-w-body.
    private static let methods: [HTTPRequest.Method] =
        [.get, .post, .put, .patch, .delete, .options, .trace] + [HTTPRequest.Method("QUERY")].compactMap { $0 }

    struct Place: Sendable {
        let path: RouterPath
        let operation: APIOperation
    }

    /// The methods that an address refuses.
    struct Refusal: Sendable {
        let path: RouterPath
        let methods: [HTTPRequest.Method]
        /// The allowed methods, as in the header and the text of the refusal.
        let allowed: String
    }

    let places: [Place]
    let refusals: [Refusal]

    init(_ operations: [APIOperation]) {
        let byPath = Dictionary(grouping: operations, by: \.path).map { (Self.routerPath($0), $1) }
        places = byPath.flatMap { path, present in present.map { Place(path: path, operation: $0) } }
        refusals = byPath.map { path, present in
            let known = present.map(\.method)
            let allowed = known + (known.contains(.get) ? [.head] : [])
            return Refusal(
                path: path, methods: Self.methods.filter { !known.contains($0) },
                allowed: allowed.map(\.rawValue).sorted().joined(separator: ", "))
        }
    }

    /// `/api/users/{name}` as the router writes it.
    private static func routerPath(_ path: String) -> RouterPath {
        RouterPath(
            path.split(separator: "/").map { part in
                part.hasPrefix("{") ? ":" + part.dropFirst().dropLast() : String(part)
            }.joined(separator: "/"))
    }
}
