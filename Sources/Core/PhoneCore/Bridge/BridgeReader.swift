import CallModel
import Redaction
import WireJSON

/// Reads values from an object that came over the bridge.
struct BridgeReader {
    let object: JSONObject

    /// The maximum length of a text in bytes, longer than any identifier, number or name. The page is ours, but it may
    /// load foreign content.
    static let textLengthMax = 512

    func value(_ key: String) -> JSONValue? {
        guard let value = object[key], value != .null else { return nil }
        return value
    }

    func text(_ key: String, lengthMax: Int = textLengthMax) throws(BridgeError) -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.string ?? value.integer.map(String.init) else { throw BridgeError(.wrongType, key) }
        guard text.utf8.count <= lengthMax else { throw BridgeError(.outOfBounds, key) }
        return text
    }

    func needed(_ key: String) throws(BridgeError) -> String {
        guard let text = try text(key), !text.isEmpty else { throw BridgeError(.missing, key) }
        return text
    }

    func secret(_ key: String, lengthMax: Int = BridgeReader.textLengthMax) throws(BridgeError) -> Redacted<String>? {
        try text(key, lengthMax: lengthMax).map { Redacted($0) }
    }

    /// Reads headers: a list of objects with `name` and `value`, or one object with values by name.
    func headers(_ key: String) throws(BridgeError) -> [DialSettings.Header] {
        guard let value = value(key) else { return [] }
        let readers = value.array?.map { $0.object.map { BridgeReader(object: $0) } }
        let named = value.object?.members.map { BridgeReader(object: ["name": .string($0.key), "value": $0.value]) }
        guard let all = readers ?? named.map({ $0.map(Optional.some) }) else { throw BridgeError(.wrongType, key) }
        guard all.count <= DialSettings.headersMax else { throw BridgeError(.outOfBounds, key) }
        var headers: [DialSettings.Header] = []
        for reader in all {
            guard let reader else { throw BridgeError(.wrongType, key) }
            let text = try reader.text("value", lengthMax: DialSettings.headerBytesMax)
            headers.append(DialSettings.Header(try reader.needed("name"), Redacted(text ?? "")))
        }
        return headers
    }

    /// Reads a list of words of a set.
    func words<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type
    ) throws(BridgeError) -> [Word] where Word.RawValue == String {
        guard let value = value(key) else { return [] }
        guard let texts = value.array?.map(\.string) else { throw BridgeError(.wrongType, key) }
        guard texts.count <= Word.allCases.count else { throw BridgeError(.outOfBounds, key) }
        var words: [Word] = []
        for text in texts {
            guard let text else { throw BridgeError(.wrongType, key) }
            guard let word = Word(rawValue: text.lowercased()) else { throw BridgeError(.outOfBounds, key) }
            words.append(word)
        }
        return words
    }

    func truth(_ key: String) throws(BridgeError) -> Bool {
        guard let value = value(key) else { throw BridgeError(.missing, key) }
        guard let truth = value.bool else { throw BridgeError(.wrongType, key) }
        return truth
    }

    func integer(_ key: String) throws(BridgeError) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let number = value.integer ?? value.string.flatMap({ Int64($0) }) else {
            throw BridgeError(.wrongType, key)
        }
        return number
    }

    func natural(_ key: String) throws(BridgeError) -> UInt64 {
        guard let number = try integer(key) else { throw BridgeError(.missing, key) }
        guard number >= 0 else { throw BridgeError(.outOfBounds, key) }
        return UInt64(number)
    }

    func call(_ key: String) throws(BridgeError) -> CallUUID? {
        guard let text = try text(key) else { return nil }
        guard let value = UUIDValue(text) else { throw BridgeError(.outOfBounds, key) }
        return CallUUID(value)
    }

    func neededCall(_ key: String) throws(BridgeError) -> CallUUID {
        guard let call = try call(key) else { throw BridgeError(.missing, key) }
        return call
    }

    func session(_ key: String) throws(BridgeError) -> CallSessionID? {
        try call(key).map { CallSessionID($0.value) }
    }

    func organization(_ key: String) throws(BridgeError) -> OrganizationID? {
        try text(key).map { OrganizationID($0) }
    }

    func neededOrganization(_ key: String) throws(BridgeError) -> OrganizationID {
        OrganizationID(try needed(key))
    }

    /// Reads one word of a set.
    func word<Word: RawRepresentable>(_ key: String, _ type: Word.Type) throws(BridgeError) -> Word?
    where Word.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let word = Word(rawValue: text) else { throw BridgeError(.outOfBounds, key) }
        return word
    }

    func neededWord<Word: RawRepresentable>(_ key: String, _ type: Word.Type) throws(BridgeError) -> Word
    where Word.RawValue == String {
        guard let word = try word(key, type) else { throw BridgeError(.missing, key) }
        return word
    }

    func inner(_ key: String) throws(BridgeError) -> BridgeReader {
        guard let value = value(key) else { throw BridgeError(.missing, key) }
        guard let object = value.object else { throw BridgeError(.wrongType, key) }
        return BridgeReader(object: object)
    }
}
