internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

/// An operation of the API: its address, its access, its shapes and its implementation.
///
/// The router and the OpenAPI document are made of the same list of operations, so they cannot differ.
struct APIOperation: Sendable {
    let id: String
    let method: HTTPRequest.Method
    /// Such as `/api/users/{name}`.
    let path: String
    let summary: String
    let tag: String
    let access: APIAccess
    var parameters: [APIParameter] = []
    var query: [APIParameter] = []
    var body: Shape?
    /// Its own answers; `answers` adds the refusals common to all.
    let outcomes: [APIAnswer]
    /// Whether a client may name its request by `Idempotency-Key`.
    var isRepeatable = false
    /// Whether a client may request a part of the answer.
    var takesRange = false
    /// Whether the rate of requests is limited; not for operations that machines call all the time.
    var isLimited = true
    /// Finds the asker of an open operation if the body proves one. A proven asker is not limited by the requests of
    /// others from the same address.
    var proof: (@Sendable (APICall) async throws -> APIPrincipal?)?
    let run: @Sendable (APICall) async throws -> Response

    /// Whether the operation enters the audit: every change that is not open to all.
    var isAudited: Bool { method != .get && access != .open }

    /// The audit's subject: the names in the path; without any, the created object, or the asking device or user.
    func subject(_ call: APICall) -> String {
        let names = parameters.map { call.path($0.name) }
        if !names.isEmpty { return names.joined(separator: "/") }
        if case .session(let session) = call.asker { return session.device }
        let made = call.body["id"]?.string ?? call.body["name"]?.string
        return made.flatMap { TextSchema.name.allows($0) ? $0 : nil } ?? call.asker?.user?.rawValue ?? ""
    }

    /// All possible answers in order of their status.
    var answers: [APIAnswer] {
        var all = outcomes
        func add(_ status: HTTPResponse.Status, _ text: String) {
            guard !all.contains(where: { $0.status == status }) else { return }
            all.append(.problem(status, text))
        }
        if access != .open { add(.unauthorized, "The request has no valid proof of the asker.") }
        if access != .open && access != .anyone { add(.forbidden, "The operation needs another kind of proof.") }
        if !query.isEmpty { add(.unprocessableContent, "A parameter does not fit its schema.") }
        if body != nil {
            add(.badRequest, "The body is not JSON.")
            add(.contentTooLarge, "The body is larger than the limit.")
            add(.unsupportedMediaType, "The content type of the body is not JSON.")
            add(.unprocessableContent, "The body does not fit its schema.")
        }
        if !parameters.isEmpty { add(.notFound, "There is no such resource, or the asker may not see it.") }
        if isRepeatable {
            add(.badRequest, "The key is malformed.")
            add(.conflict, "A request of that key is under way, or another was made under it.")
        }
        if takesRange { add(.badRequest, "The range header is too long.") }
        if isLimited || access != .open { add(.tooManyRequests, "The asker or address sent too many requests.") }
        return all.sorted { $0.status.code < $1.status.code }
    }
}

/// The access to an operation.
enum APIAccess: Sendable {
    /// Open to all.
    case open
    /// Any proven asker.
    case anyone
    /// A user by password or by a bearer session.
    case person
    /// A bearer session, which also identifies the device.
    case session
    /// The holder of an API token.
    case operatorOnly
    /// The holder of an API token; on this machine, any client that names this machine as the host, unless a proxy here
    /// connects for others.
    case operatorOrLocal
}

/// A value in the path or in the query.
struct APIParameter: Sendable {
    let name: String
    let shape: Shape
    let text: String
    var isRequired = false
}

/// A possible answer of an operation.
struct APIAnswer: Sendable {
    let status: HTTPResponse.Status
    let text: String
    /// nil: no body.
    var shape: Shape?
    var mediaType = "application/json"
    /// Other media types of the same shape.
    var otherMediaTypes: [String] = []

    static func ok(_ shape: Shape, _ text: String = "The request succeeded.") -> APIAnswer {
        APIAnswer(status: .ok, text: text, shape: shape)
    }

    static func created(_ shape: Shape, _ text: String = "Created.") -> APIAnswer {
        APIAnswer(status: .created, text: text, shape: shape)
    }

    static let done = APIAnswer(status: .noContent, text: "Done.")

    static func problem(_ status: HTTPResponse.Status, _ text: String) -> APIAnswer {
        APIAnswer(status: status, text: text, shape: Self.problemShape, mediaType: Problem.contentType)
    }

    private static let problemShape = Shape.named(
        "Problem",
        .object(
            .needed("type", .text(.any(1...128))), .needed("title", .text(.any(1...128))),
            .needed("status", .integer(400...599)), .needed("detail", .text(.any(1...1_024)))))
}

/// A checked request of an operation: its asker, and its values in the operation's shapes.
struct APICall: Sendable {
    let backend: APIBackend
    var asker: APIPrincipal?
    let address: ClientAddress?
    let path: [String: String]
    let query: JSONObject
    let body: JSONObject
    /// Whether it comes from this machine, without a proxy that identifies itself.
    let isLocal: Bool
    /// The requested part, for operations that send parts.
    var range: ByteRange?
    /// The request's key, if its client named it.
    var named: NamedRequest?

    /// A value of the path.
    func path(_ name: String) -> String { path[name] ?? "" }

    /// A required text of the body.
    func text(_ name: String) -> String { body[name]?.string ?? "" }

    /// The session, for operations that need one.
    func session() throws(Problem) -> APISession {
        guard case .session(let session)? = asker else { throw Problem.unauthorized() }
        return session
    }

    /// The user, for operations that need one.
    func user() throws(Problem) -> UserID {
        guard let user = asker?.user else { throw Problem.unauthorized() }
        return user
    }

    /// The receipt of the answer, to be stored with the change; nil when the client gave no key.
    func receipt(_ value: JSONValue, status: HTTPResponse.Status = .ok) throws -> RequestReceipt? {
        try named?.receipt(value, status: status)
    }

    /// Microseconds since 1970.
    var now: Int64 { backend.calendarNow }
}
