public import WireJSON

/// One JSON-RPC 2.0 object: a request, a reply, or a report that is neither.
public struct VertoFrame: Hashable, Sendable {
    /// The kind of the frame, with its content.
    public enum Content: Hashable, Sendable {
        /// A method to carry out. `params` is nil if the frame had none.
        case request(method: String, params: JSONObject?)
        case result(JSONValue)
        case failure(VertoFailure)
        /// The frame has neither method nor result nor error, like a client's debug report. All its members are in
        /// `extra`.
        case report
    }

    /// The id of the request, or of the request that a reply answers; nil if the frame has none.
    public var id: VertoID?
    /// The kind of the frame, with its content.
    public var content: Content
    /// The members besides `jsonrpc`, `id` and the content, such as `voice_sdk_id`.
    public var extra: JSONObject

    public init(id: VertoID?, content: Content, extra: JSONObject = JSONObject()) {
        self.id = id
        self.content = content
        self.extra = extra
    }
}

extension VertoFrame {
    /// A request.
    public static func request(_ id: VertoID, _ method: String, _ params: JSONObject) -> VertoFrame {
        VertoFrame(id: id, content: .request(method: method, params: params))
    }

    /// A reply that a request was carried out.
    public static func result(_ id: VertoID?, _ result: JSONObject) -> VertoFrame {
        VertoFrame(id: id, content: .result(.object(result)))
    }

    /// A reply that a request was refused.
    public static func failure(_ id: VertoID?, _ failure: VertoFailure) -> VertoFrame {
        VertoFrame(id: id, content: .failure(failure))
    }

    /// The method, if the frame is a request.
    public var method: String? {
        if case .request(let method, _) = content { method } else { nil }
    }
}

/// The id of a request, kept unchanged so that the reply can repeat it.
///
/// FreeSWITCH's clients number their requests, Telnyx' clients use UUIDs, and servers number theirs. The two
/// directions count separately: the same id may be in use in both at once.
public enum VertoID: Hashable, Sendable {
    case number(Int64)
    case string(String)
    /// Written in replies to frames whose id could not be read.
    case null

    /// Fails if the value is neither a whole number nor a string nor null.
    public init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .null: self = .null
        case .bool, .number, .array, .object: return nil
        }
    }

    /// Whether it is a UUID, as Telnyx' clients make them.
    var isUUID: Bool {
        guard case .string(let text) = self, text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
        }
    }

    /// The id as JSON, as it came.
    public var value: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .string(let text): .string(text)
        case .null: .null
        }
    }
}

extension VertoFrame {
    /// Reads one JSON-RPC object.
    ///
    /// A frame with `result` or `error` is a reply, whatever else it holds: Telnyx adds `method` to some.
    ///
    /// - Throws: `VertoError` if the version, the id or the params are not valid.
    public init(_ object: JSONObject) throws(VertoError) {
        var fields = VertoFields(object, at: "")
        let version = fields.text("jsonrpc")
        let method = object["result"] == nil && object["error"] == nil ? fields.text("method") : nil
        let rawID = fields.value("id")
        let id = rawID.flatMap { VertoID($0) }
        guard version == "2.0" else { throw VertoError(.wrongVersion, at: "jsonrpc", id: id) }
        guard rawID == nil || id != nil else { throw VertoError(.wrongType, at: "id") }
        self.id = id
        if let method {
            let params = fields.value("params")
            guard params == nil || params?.object != nil else { throw VertoError(.wrongType, at: "params", id: id) }
            content = .request(method: method, params: params?.object)
        } else if let failure = fields.object("error") {
            content = .failure(VertoFailure(failure))
        } else if let result = fields.value("result") {
            content = .result(result)
        } else {
            content = .report
        }
        extra = fields.rest()
    }

    func write(into writer: inout JSONWriter) {
        writer.write(raw: "{\"jsonrpc\":\"2.0\"")
        if let id {
            writer.write(raw: ",\"id\":")
            id.write(into: &writer)
        }
        switch content {
        case .request(let method, let params):
            writer.write(raw: ",\"method\":")
            writer.write(method)
            if let params {
                writer.write(raw: ",\"params\":")
                writer.write(params)
            }
        case .result(let result):
            writer.write(raw: ",\"result\":")
            writer.write(result)
        case .failure(let failure):
            writer.write(raw: ",\"error\":")
            writer.write(failure.object)
        case .report:
            break
        }
        for member in extra.members {
            writer.write(raw: ",")
            writer.write(member.key)
            writer.write(raw: ":")
            writer.write(member.value)
        }
        writer.write(raw: "}")
    }
}

extension VertoID {
    func write(into writer: inout JSONWriter) {
        switch self {
        case .number(let number): writer.write(number)
        case .string(let text): writer.write(text)
        case .null: writer.write(raw: "null")
        }
    }
}
