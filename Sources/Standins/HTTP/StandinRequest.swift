public import WireJSON

/// One complete HTTP/1.1 request.
public struct StandinRequest: Hashable, Sendable {
    /// The method in upper case, as received.
    public var method: String
    /// The path without the query, with percent-escapes as received.
    public var path: String
    /// The query without its question mark, with percent-escapes as received; empty if there is none.
    public var query: String
    /// The headers in the order received, with names in lower case.
    public var headers: [StandinHeader]
    /// The whole body; empty if there is none.
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

    /// The first value of a header.
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

    /// The body as a JSON object; an empty body counts as an empty object. Nil if the body is anything else.
    public var object: JSONObject? {
        body.isEmpty ? JSONObject() : try? JSONParser.parse(body).object
    }

    /// The segments of the path.
    var segments: [Substring] { path.split(separator: "/") }
}

/// One HTTP response.
public struct StandinResponse: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers; `content-length` is added when it is sent.
    public var headers: [StandinHeader]
    /// The whole body.
    public var body: [UInt8]

    public init(status: Int, headers: [StandinHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with a JSON document.
    public static func json(
        _ value: JSONObject, status: Int = 200, headers: [StandinHeader] = []
    ) -> StandinResponse {
        StandinResponse(
            status: status, headers: [StandinHeader("content-type", "application/json; charset=utf-8")] + headers,
            body: JSONWriter.bytes(of: .object(value)))
    }

    /// Creates a response with a text in UTF-8, whose `content-type` is the given one.
    public static func text(_ text: String, status: Int = 200, type: String = "text/plain") -> StandinResponse {
        StandinResponse(status: status, headers: [StandinHeader("content-type", type)], body: Array(text.utf8))
    }

    /// The body as a JSON object, for tests and log lines.
    public var object: JSONObject? { try? JSONParser.parse(body).object }
}

/// One header of a request or a response.
public struct StandinHeader: Hashable, Sendable {
    /// The name; in a request in lower case.
    public var name: String
    /// The value as received or to be sent.
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An answer and how it is sent.
public struct StandinAnswer: Hashable, Sendable {
    /// When and whether an answer is sent.
    public enum Delivery: Hashable, Sendable {
        case atOnce
        /// Answer after a delay by the stand-in's clock.
        case late(Duration)
        /// Close the connection instead.
        case cutConnection
        /// Never answer, and leave the connection open.
        case never
    }

    /// The response, also where ``delivery`` says that it never arrives.
    public var response: StandinResponse
    /// When and whether the response is sent.
    public var delivery: Delivery

    public init(_ response: StandinResponse, _ delivery: Delivery = .atOnce) {
        self.response = response
        self.delivery = delivery
    }
}

/// The fields of a form (`application/x-www-form-urlencoded`) or a query.
struct FormFields: Hashable, Sendable {
    /// The most fields that are read.
    private static let countMax = 64

    private var fields: [StandinHeader] = []

    /// Nil if the text is malformed or has too many fields.
    init?(_ text: String) {
        let parts = text.split(separator: "&")
        guard parts.count <= Self.countMax else { return nil }
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair[0].formDecoded, let value = (pair.count > 1 ? pair[1] : "").formDecoded else {
                return nil
            }
            fields.append(StandinHeader(name, value))
        }
    }

    /// The single value of a field; nil if there is none or several.
    subscript(name: String) -> String? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }
}

extension Substring {
    /// The text without blanks at both ends.
    var trimmed: Substring {
        guard let first = firstIndex(where: { $0 != " " && $0 != "\t" }),
            let last = lastIndex(where: { $0 != " " && $0 != "\t" })
        else { return "" }
        return self[first...last]
    }

    /// The decoded value of a form or a query; nil if an escape is malformed or it is not UTF-8.
    var formDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
