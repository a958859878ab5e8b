public import WireJSON

/// One HTTP/1.1 request, complete.
public struct StandinRequest: Hashable, Sendable {
    public var method: String
    /// Without the query; percent-escapes as they came.
    public var path: String
    public var query: String
    /// In the order they came, names in lower case.
    public var headers: [StandinHeader]
    public var body: [UInt8]

    public init(
        method: String, path: String, query: String = "", headers: [StandinHeader] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The first value under a name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The media type of the body, without parameters, in lower case.
    var mediaType: String? {
        header("content-type")?.split(separator: ";").first.map { $0.trimmed.lowercased() }
    }

    /// The token of `Authorization: Bearer …`.
    var bearer: String? {
        guard let text = header("authorization"), text.prefix(7).lowercased() == "bearer " else { return nil }
        return String(text.dropFirst(7))
    }

    /// The body as a JSON object; an empty body counts as an empty object. Nil when it is neither.
    public var object: JSONObject? {
        body.isEmpty ? JSONObject() : try? JSONParser.parse(body).object
    }

    /// The segments of the path.
    var segments: [Substring] { path.split(separator: "/") }
}
