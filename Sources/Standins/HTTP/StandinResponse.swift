public import WireJSON

/// One answer.
public struct StandinResponse: Hashable, Sendable {
    public var status: Int
    public var headers: [StandinHeader]
    public var body: [UInt8]

    public init(status: Int, headers: [StandinHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A JSON document.
    public static func json(
        _ value: JSONObject, status: Int = 200, headers: [StandinHeader] = []
    ) -> StandinResponse {
        StandinResponse(
            status: status, headers: [StandinHeader("content-type", "application/json; charset=utf-8")] + headers,
            body: JSONWriter.bytes(of: .object(value)))
    }

    public static func text(_ text: String, status: Int = 200, type: String = "text/plain") -> StandinResponse {
        StandinResponse(status: status, headers: [StandinHeader("content-type", type)], body: Array(text.utf8))
    }

    /// The body as a JSON object, for tests and log lines.
    public var object: JSONObject? { try? JSONParser.parse(body).object }
}
