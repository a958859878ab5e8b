import Redaction
import WireJSON

/// Takes the known members out of an object. The rest are members this code does not know and must keep.
///
/// A known member of an unexpected type is not taken: it stays in the rest, and so is kept too.
struct VertoFields {
    private let object: JSONObject
    private let path: StaticString
    /// The taken members, one bit each for the first 64.
    private var taken: UInt64 = 0
    private var takenBeyond: [Int] = []
    /// Where the next lookup starts, because members mostly come in the order they are asked for.
    private var cursor = 0

    init(_ object: JSONObject, at path: StaticString) {
        self.object = object
        self.path = path
    }

    mutating func value(_ key: String) -> JSONValue? {
        guard let index = find(key) else { return nil }
        consume(index)
        return object.members[index].value
    }

    mutating func text(_ key: String) -> String? {
        guard let index = find(key), let text = object.members[index].value.string else { return nil }
        consume(index)
        return text
    }

    mutating func secret(_ key: String) -> Redacted<String>? {
        text(key).map { Redacted($0) }
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let index = find(key), let flag = object.members[index].value.bool else { return nil }
        consume(index)
        return flag
    }

    mutating func integer(_ key: String) -> Int64? {
        guard let index = find(key), case .integer(let number) = object.members[index].value else { return nil }
        consume(index)
        return number
    }

    mutating func object(_ key: String) -> JSONObject? {
        guard let index = find(key), let nested = object.members[index].value.object else { return nil }
        consume(index)
        return nested
    }

    mutating func array(_ key: String) -> [JSONValue]? {
        guard let index = find(key), let elements = object.members[index].value.array else { return nil }
        consume(index)
        return elements
    }

    /// Takes a text that must be present and not empty.
    ///
    /// - Throws: `VertoError` with the code `missingMember` or `wrongType`.
    mutating func required(_ key: String) throws(VertoError) -> String {
        if let text = text(key), !text.isEmpty { return text }
        throw VertoError(object[key] == nil ? .missingMember : .wrongType, at: "\(path).\(key)")
    }

    /// Takes the session's id under any of its spellings: `sessid`, `sessId`, `sessionId` in any case.
    mutating func sessionID() -> String? {
        var found: String?
        for index in object.members.indices where Self.namesSession(object.members[index].key) {
            guard let text = object.members[index].value.string else { continue }
            consume(index)
            if found == nil, !text.isEmpty { found = text }
        }
        return found
    }

    private static func namesSession(_ key: String) -> Bool {
        let length = key.utf8.count
        guard length == 6 || length == 9, let first = key.utf8.first, first | 0x20 == UInt8(ascii: "s") else {
            return false
        }
        let lowercased = key.lowercased()
        return lowercased == "sessid" || lowercased == "sessionid"
    }

    /// Takes every text whose key has the prefix. The returned keys have no prefix.
    mutating func texts(prefixed prefix: String) -> [(String, String)] {
        var found: [(String, String)] = []
        for index in object.members.indices where object.members[index].key.hasPrefix(prefix) {
            guard let text = object.members[index].value.string else { continue }
            consume(index)
            found.append((String(object.members[index].key.dropFirst(prefix.count)), text))
        }
        return found
    }

    /// The members that were not taken.
    func rest() -> JSONObject {
        var rest = JSONObject()
        for index in object.members.indices where !isTaken(index) {
            rest.append(object.members[index].key, object.members[index].value)
        }
        return rest
    }

    private mutating func find(_ key: String) -> Int? {
        let count = object.members.count
        var index = cursor
        for _ in 0..<count {
            if index >= count { index = 0 }
            if object.members[index].key == key {
                cursor = index + 1
                return index
            }
            index += 1
        }
        return nil
    }

    private mutating func consume(_ index: Int) {
        if index < UInt64.bitWidth {
            taken |= 1 << UInt64(index)
        } else {
            takenBeyond.append(index)
        }
    }

    private func isTaken(_ index: Int) -> Bool {
        index < UInt64.bitWidth ? taken & (1 << UInt64(index)) != 0 : takenBeyond.contains(index)
    }
}

extension VertoFields {
    /// Takes the call's id, from `dialogParams` or beside it, and the other members of `dialogParams`.
    mutating func call() throws(VertoError) -> (id: String, dialogExtra: JSONObject) {
        let beside = text("callID")
        guard let dialog = object("dialogParams") else {
            guard let beside, !beside.isEmpty else { throw VertoError(.missingMember, at: "params.dialogParams") }
            return (beside, JSONObject())
        }
        var fields = VertoFields(dialog, at: "params.dialogParams")
        if let id = fields.text("callID"), !id.isEmpty { return (id, fields.rest()) }
        if let beside, !beside.isEmpty { return (beside, fields.rest()) }
        return (try fields.required("callID"), JSONObject())
    }
}

extension JSONObject {
    /// Writes the call's id where the sending side puts it.
    mutating func putCall(_ id: String, _ dialogExtra: JSONObject, from side: VertoSide) {
        switch side {
        case .client:
            var dialog: JSONObject = ["callID": .string(id)]
            dialog.merge(dialogExtra)
            append("dialogParams", .object(dialog))
        case .server:
            append("callID", .string(id))
            if !dialogExtra.isEmpty { append("dialogParams", .object(dialogExtra)) }
        }
    }
}

/// Writes optional members, and leaves out those that are nil.
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

    /// Writes the session's id as `sessid`, and in Telnyx' dialect also as its iOS client spells it in this message.
    mutating func putSession(_ id: String?, spelledToo spelling: String? = nil, in dialect: VertoDialect) {
        guard let id else { return }
        append("sessid", .string(id))
        if dialect == .telnyx, let spelling { append(spelling, .string(id)) }
    }
}
