public import WireJSON

extension TraceRecord {
    /// The line without its line feed.
    public var json: JSONValue {
        [
            "v": .integer(TraceRecord.version), "at": .integer(at.wholeMicroseconds), "actor": .string(actor),
            "machine": .string(machine), "kind": .string(kind.rawValue), "name": .string(name),
            "fields": .object(fields),
        ]
    }

    /// Reads one line of a trace.
    ///
    /// - Throws: `TraceError` naming the member that is missing or of another kind, or the version nobody here can read.
    public init(json: JSONValue) throws(TraceError) {
        guard let object = json.object else { throw TraceError(.malformed, "a line is not an object") }
        let version = try TraceRecord.member("v", of: object, as: \.integer)
        guard version == TraceRecord.version else { throw TraceError(.unknownVersion, "version \(version)") }
        guard let kind = Kind(rawValue: try TraceRecord.member("kind", of: object, as: \.string)) else {
            throw TraceError(.malformed, "kind is none of event, effect, note")
        }
        self.init(
            at: .microseconds(try TraceRecord.member("at", of: object, as: \.integer)),
            actor: try TraceRecord.member("actor", of: object, as: \.string),
            machine: try TraceRecord.member("machine", of: object, as: \.string),
            kind: kind,
            name: try TraceRecord.member("name", of: object, as: \.string),
            fields: try TraceRecord.member("fields", of: object, as: \.object))
    }

    private static func member<Value>(
        _ key: String, of object: JSONObject, as read: (JSONValue) -> Value?
    ) throws(TraceError) -> Value {
        guard let value = object[key].flatMap(read) else {
            throw TraceError(.malformed, "\(key) is missing or of another kind")
        }
        return value
    }
}

extension Duration {
    /// Rounded towards zero.
    var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
