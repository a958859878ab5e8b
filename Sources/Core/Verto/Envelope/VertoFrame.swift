public import WireJSON

/// One JSON-RPC 2.0 object: a request, a reply, or a report that is neither.
public struct VertoFrame: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// A method to be carried out. `params` is nil when the frame had none.
        case request(method: String, params: JSONObject?)
        case result(JSONValue)
        case failure(VertoFailure)
        /// Neither method nor result nor error, such as a client's debug report; everything is in `extra`.
        case report
    }

    public var id: VertoID?
    public var content: Content
    /// Other members beside `jsonrpc`, `id` and the content, such as `voice_sdk_id`.
    public var extra: JSONObject

    public init(id: VertoID?, content: Content, extra: JSONObject = JSONObject()) {
        self.id = id
        self.content = content
        self.extra = extra
    }
}

extension VertoFrame {
    public static func request(_ id: VertoID, _ method: String, _ params: JSONObject) -> VertoFrame {
        VertoFrame(id: id, content: .request(method: method, params: params))
    }

    public static func result(_ id: VertoID?, _ result: JSONObject) -> VertoFrame {
        VertoFrame(id: id, content: .result(.object(result)))
    }

    public static func failure(_ id: VertoID?, _ failure: VertoFailure) -> VertoFrame {
        VertoFrame(id: id, content: .failure(failure))
    }

    /// The method of a request.
    public var method: String? {
        if case .request(let method, _) = content { method } else { nil }
    }
}
