internal import HTTPTypes
internal import Hummingbird

/// Where operations are, as the router has it. It is the same for every exchange of a process, so that it is made once:
/// parsing its addresses, for each method of each, was half of the work of routing them at every start.
struct OperationTable: Sendable {
    /// The methods a known address answers with 405 when it has no operation for them. Source: RFC 9110 §9, RFC 5789,
    /// draft-ietf-httpbis-safe-method-w-body.
    private static let methods: [HTTPRequest.Method] =
        [.get, .post, .put, .patch, .delete, .options, .trace] + [HTTPRequest.Method("QUERY")].compactMap { $0 }

    struct Place: Sendable {
        let path: RouterPath
        let operation: APIOperation
    }

    /// What an address does not take.
    struct Refusal: Sendable {
        let path: RouterPath
        let methods: [HTTPRequest.Method]
        /// What it takes, as the header and the text of the refusal say it.
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
