public import WireJSON

extension JSONObject {
    /// What a page gave, as a framework hands it over.
    public init(properties: [AnyHashable: Any]) {
        self = JSONValue(property: properties).object ?? [:]
    }

    /// The same as a framework takes it. `null` is left out, as it means nothing else than absence on this bridge.
    public var properties: [String: Any] {
        var properties: [String: Any] = [:]
        for member in members { properties[member.key] = member.value.property }
        return properties
    }
}

extension JSONValue {
    fileprivate var property: Any? {
        switch self {
        case .null: nil
        case .bool(let truth): truth
        case .integer(let number): Int(number)
        case .number(let number): number
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.property)
        case .object(let object): object.properties
        }
    }
}
