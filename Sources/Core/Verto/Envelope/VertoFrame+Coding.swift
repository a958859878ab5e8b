public import WireJSON

extension VertoFrame {
    /// Reads one JSON-RPC object.
    ///
    /// A frame with `result` or `error` is a reply, whatever else it has: Telnyx adds `method` to some.
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
