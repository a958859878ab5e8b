internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

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
