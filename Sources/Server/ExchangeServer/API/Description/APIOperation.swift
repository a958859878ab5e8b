internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

/// One operation of the API: where it is, who may ask, what goes in and comes out, and what it does.
///
/// The router and the OpenAPI document are made of the same list of these, so neither can know something the other
/// does not.
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
    /// What it answers of its own; refusals common to all are added by `answers`.
    let outcomes: [APIAnswer]
    /// Whether a client may name its request by `Idempotency-Key`.
    var isRepeatable = false
    /// Whether a client may ask for a part of what it answers.
    var takesRange = false
    /// Whether a crowd of requests is held back; not so for what machines ask for all the time.
    var isLimited = true
    /// Who an operation open to everybody is asked by, where the body proves it. A proven asker is not held back by what
    /// others ask from the same address.
    var proof: (@Sendable (APICall) async throws -> APIAsker?)?
    let run: @Sendable (APICall) async throws -> Response

    /// Whether the audit tells who did it: whatever changes something and is not open to everybody.
    var isAudited: Bool { method != .get && access != .open }

    /// What it was done to, for the audit: the names in the path; without any, the device or user made or asking.
    func subject(_ call: APICall) -> String {
        let names = parameters.map { call.path($0.name) }
        if !names.isEmpty { return names.joined(separator: "/") }
        if case .session(let session) = call.asker { return session.device }
        let made = call.body["id"]?.string ?? call.body["name"]?.string
        return made.flatMap { TextForm.name.allows($0) ? $0 : nil } ?? call.asker?.user?.rawValue ?? ""
    }

    /// Every answer there is, in order of status.
    var answers: [APIAnswer] {
        var all = outcomes
        func add(_ status: HTTPResponse.Status, _ text: String) {
            guard !all.contains(where: { $0.status == status }) else { return }
            all.append(.problem(status, text))
        }
        if access != .open { add(.unauthorized, "Nobody has proven who asks.") }
        if access != .open && access != .anyone { add(.forbidden, "The proof is not of the kind this needs.") }
        if !query.isEmpty { add(.unprocessableContent, "A parameter is not in its shape.") }
        if body != nil {
            add(.badRequest, "The body is not JSON.")
            add(.contentTooLarge, "The body is larger than the limit.")
            add(.unsupportedMediaType, "The body is not said to be JSON.")
            add(.unprocessableContent, "The body is not in its shape.")
        }
        if !parameters.isEmpty { add(.notFound, "There is nothing here, or it is not the asker's to see.") }
        if isRepeatable {
            add(.badRequest, "The key is not one.")
            add(.conflict, "A request of that key is under way, or another was made under it.")
        }
        if takesRange { add(.badRequest, "The range is longer than any can be.") }
        if isLimited || access != .open { add(.tooManyRequests, "Too much came from the asker or the address.") }
        return all.sorted { $0.status.code < $1.status.code }
    }
}

/// Who may ask for an operation.
enum APIAccess: Sendable {
    /// Everybody.
    case open
    /// Whoever proves who they are.
    case anyone
    /// A user: by password or by a bearer session.
    case person
    /// A bearer session: it also says which device.
    case session
    /// A holder of an API token.
    case operatorOnly
    /// A holder of an API token; on this machine everybody who asks it by its own name, unless a proxy here speaks for
    /// others.
    case operatorOrLocal
}

/// A value in the path or in the query of an address.
struct APIParameter: Sendable {
    let name: String
    let shape: Shape
    let text: String
    var isRequired = false
}

/// One way an operation is answered.
struct APIAnswer: Sendable {
    let status: HTTPResponse.Status
    let text: String
    /// nil: no body.
    var shape: Shape?
    var mediaType = "application/json"
    /// Others it may come as, in the same shape.
    var otherMediaTypes: [String] = []

    static func ok(_ shape: Shape, _ text: String = "As asked.") -> APIAnswer {
        APIAnswer(status: .ok, text: text, shape: shape)
    }

    static func created(_ shape: Shape, _ text: String = "Made.") -> APIAnswer {
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

/// A request of an operation, checked: who asks, and the values that are in the operation's shapes.
struct APICall: Sendable {
    let backend: APIBackend
    var asker: APIAsker?
    let address: ClientAddress?
    let path: [String: String]
    let query: JSONObject
    let body: JSONObject
    /// Whether it comes from this machine, through no proxy that says so.
    let isLocal: Bool
    /// The part that is wanted, of an operation that gives parts.
    var range: ByteRange?
    /// Of a request that its client named.
    var named: NamedRequest?

    /// A value of the path.
    func path(_ name: String) -> String { path[name] ?? "" }

    /// A needed text of the body.
    func text(_ name: String) -> String { body[name]?.string ?? "" }

    /// The session, of an operation that takes one.
    func session() throws(Problem) -> APISession {
        guard case .session(let session)? = asker else { throw Problem.unauthorized() }
        return session
    }

    /// The user, of an operation that takes one.
    func user() throws(Problem) -> UserID {
        guard let user = asker?.user else { throw Problem.unauthorized() }
        return user
    }

    /// The answer, to be stored with what is done for it; nil: its client gave it no name.
    func receipt(_ value: JSONValue, status: HTTPResponse.Status = .ok) throws -> RequestReceipt? {
        try named?.receipt(value, status: status)
    }

    /// Microseconds since 1970.
    var now: Int64 { backend.calendarNow }
}
