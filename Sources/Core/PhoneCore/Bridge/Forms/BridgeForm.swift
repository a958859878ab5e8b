public import WireJSON

/// The form of a value that passes between the page and the phone.
///
/// The forms say what the bridge takes, and the TypeScript definitions of the JavaScript package are generated from
/// them (`make generated`).
public indirect enum BridgeForm: Hashable, Sendable {
    /// Any string.
    case text
    /// A number without a fraction.
    case integer
    /// Any number.
    case number
    /// A Boolean.
    case truth
    /// One word of a set.
    case word(BridgeWords)
    /// An object with these values.
    case object(BridgeObject)
    /// An array, all of whose elements have this form.
    case list(BridgeForm)
    /// Texts by names of the page's choice.
    case texts
    /// A value of one form or the other, which differ in their JSON type.
    case either(BridgeForm, BridgeForm)
    /// A value of this form, or null.
    case nullable(BridgeForm)
    /// An event of the log: its number, its name and its values.
    case event
}

/// A set of words with a name.
public struct BridgeWords: Hashable, Sendable {
    /// The name of the type in TypeScript.
    public let name: String
    /// The words in a fixed order.
    public let words: [String]

    init(_ name: String, _ words: [String]) {
        self.name = name
        self.words = words
    }

    init<Word: RawRepresentable & CaseIterable>(_ name: String, _ type: Word.Type) where Word.RawValue == String {
        self.init(name, type.allCases.map(\.rawValue))
    }
}

/// An object with a name and a fixed set of values.
public struct BridgeObject: Hashable, Sendable {
    /// The name of the type in TypeScript.
    public let name: String
    /// The values in the order in which they are declared.
    public let fields: [BridgeField]

    init(_ name: String, _ fields: [BridgeField]) {
        self.name = name
        self.fields = fields
    }
}

/// A named value of an object.
public struct BridgeField: Hashable, Sendable {
    /// The key on the wire.
    public let name: String
    /// The form that each value under the key has.
    public let form: BridgeForm
    /// Whether the value may be left out.
    public let isOptional: Bool
    /// What the value is, if its name and form do not tell.
    public let note: String?

    static func needed(_ name: String, _ form: BridgeForm, _ note: String? = nil) -> BridgeField {
        BridgeField(name: name, form: form, isOptional: false, note: note)
    }

    static func optional(_ name: String, _ form: BridgeForm, _ note: String? = nil) -> BridgeField {
        BridgeField(name: name, form: form, isOptional: true, note: note)
    }
}

extension [BridgeField] {
    /// Checks the values of an object.
    ///
    /// - Parameter isExact: whether the object is one of ours. Then it has no other values and each has exactly its
    ///   form. A page may send more values, and numbers as texts and the reverse, as those of Z360 do.
    /// - Throws: `BridgeError` with the value that is missing, wrong or unknown.
    public func check(_ object: JSONObject, isExact: Bool) throws(BridgeError) {
        for field in self {
            guard let value = object[field.name] else {
                guard field.isOptional || (field.form.isNullable && !isExact) else {
                    throw BridgeError(.missing, field.name)
                }
                continue
            }
            if value == .null, !isExact {
                guard field.isOptional || field.form.isNullable else { throw BridgeError(.missing, field.name) }
            } else {
                try field.form.check(value, field.name, isExact: isExact)
            }
        }
        guard isExact else { return }
        for member in object.members where !contains(where: { $0.name == member.key }) {
            throw BridgeError(.unknownName, member.key)
        }
    }
}

extension BridgeForm {
    fileprivate var isNullable: Bool { if case .nullable = self { true } else { false } }

    fileprivate func check(_ value: JSONValue, _ key: String, isExact: Bool) throws(BridgeError) {
        switch self {
        case .text, .integer, .number, .truth:
            guard isScalar(value, isExact: isExact) else { throw BridgeError(.wrongType, key) }
        case .word(let set):
            guard let word = value.string else { throw BridgeError(.wrongType, key) }
            guard set.words.contains(word) || (!isExact && set.words.contains(word.lowercased())) else {
                throw BridgeError(.outOfBounds, key)
            }
        case .object(let form):
            guard let object = value.object else { throw BridgeError(.wrongType, key) }
            try form.fields.check(object, isExact: isExact)
        case .list(let form):
            guard let elements = value.array else { throw BridgeError(.wrongType, key) }
            for element in elements { try form.check(element, key, isExact: isExact) }
        case .texts:
            guard let object = value.object else { throw BridgeError(.wrongType, key) }
            for member in object.members where isExact || member.value != .null {
                try BridgeForm.text.check(member.value, key, isExact: isExact)
            }
        case .either(let first, let second):
            try (first.hasType(of: value) ? first : second).check(value, key, isExact: isExact)
        case .nullable(let form):
            if value != .null { try form.check(value, key, isExact: isExact) }
        case .event: try Self.checkEvent(value, key, isExact: isExact)
        }
    }

    private func isScalar(_ value: JSONValue, isExact: Bool) -> Bool {
        switch self {
        case .text: value.string != nil || (!isExact && value.integer != nil)
        case .integer: value.integer != nil || (!isExact && value.string.flatMap { Int64($0) } != nil)
        case .number: value.number != nil
        case .truth: value.bool != nil
        case .word, .object, .list, .texts, .either, .nullable, .event: false
        }
    }

    private func hasType(of value: JSONValue) -> Bool {
        switch self {
        case .list: value.array != nil
        case .object, .texts, .event: value.object != nil
        case .text, .integer, .number, .truth, .word, .either, .nullable: value.array == nil && value.object == nil
        }
    }

    private static func checkEvent(_ value: JSONValue, _ key: String, isExact: Bool) throws(BridgeError) {
        guard let entry = value.object else { throw BridgeError(.wrongType, key) }
        guard entry["cursor"]?.integer != nil else { throw BridgeError(.missing, "cursor") }
        guard let name = entry["name"]?.string.flatMap(BridgeEvent.Name.init(rawValue:)) else {
            throw BridgeError(.unknownName, "event")
        }
        guard let data = entry["data"]?.object else { throw BridgeError(.missing, "data") }
        try name.fields.check(data, isExact: isExact)
    }
}
