import Redaction
import WireJSON

/// Writing optional members: what is nil is left out.
extension JSONObject {
    mutating func put(_ key: String, _ text: String?) {
        if let text { append(key, .string(text)) }
    }

    mutating func put(_ key: String, _ secret: Redacted<String>?) {
        if let secret { append(key, .string(secret.revealed)) }
    }

    mutating func put(_ key: String, _ flag: Bool?) {
        if let flag { append(key, .bool(flag)) }
    }

    mutating func put(_ key: String, _ number: Int64?) {
        if let number { append(key, .integer(number)) }
    }

    mutating func put(_ key: String, _ object: JSONObject?) {
        if let object { append(key, .object(object)) }
    }

    mutating func put(_ key: String, _ elements: [JSONValue]?) {
        if let elements { append(key, .array(elements)) }
    }

    /// The session's id: `sessid` always, and in Telnyx' dialect also as its iOS client spells it in this message.
    mutating func putSession(_ id: String?, spelledToo spelling: String? = nil, in dialect: VertoDialect) {
        guard let id else { return }
        append("sessid", .string(id))
        if dialect == .telnyx, let spelling { append(spelling, .string(id)) }
    }
}
