import Foundation
import PushPayload
public import WireJSON

nonisolated extension JSONValue {
    /// Reads a payload that the system has decoded. Members are in the order of their keys.
    ///
    /// Reads one value and one level more than a push may have, so that the push's reader notices an excess.
    package init(property: Any) {
        var reader = PropertyReader()
        self = reader.value(property, depth: 0)
    }
}

/// Reads property-list values, which come as Foundation's objects on Apple's systems and as Swift's elsewhere.
nonisolated private struct PropertyReader {
    var valuesLeft = PushLimits.valueCountMax + 1

    mutating func value(_ property: Any, depth: Int) -> JSONValue {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { return .null }
        if let text = property as? String { return .string(text) }
        if let number = property as? NSNumber { return Self.value(number) }
        guard depth <= PushLimits.depthMax else { return .null }
        if let object = property as? [AnyHashable: Any] { return members(object, depth: depth) }
        if let elements = property as? [Any] { return array(elements, depth: depth) }
        return .null
    }

    private mutating func members(_ object: [AnyHashable: Any], depth: Int) -> JSONValue {
        var pairs: [(key: String, value: Any)] = []
        for (key, value) in object {
            if let key = key as? String { pairs.append((key, value)) }
        }
        pairs.sort { $0.key < $1.key }
        var members: [(String, JSONValue)] = []
        for pair in pairs where valuesLeft > 0 {
            members.append((pair.key, value(pair.value, depth: depth + 1)))
        }
        return .object(JSONObject(members))
    }

    private mutating func array(_ elements: [Any], depth: Int) -> JSONValue {
        var values: [JSONValue] = []
        for element in elements where valuesLeft > 0 {
            values.append(value(element, depth: depth + 1))
        }
        return .array(values)
    }

    /// Tells booleans from numbers by their type in C: cast to `Bool`, the number 1 would be true as well.
    private static func value(_ number: NSNumber) -> JSONValue {
        switch String(cString: number.objCType) {
        case "c", "B": return .bool(number.boolValue)
        case "d", "f": return number.doubleValue.isFinite ? .number(number.doubleValue) : .null
        case "Q": return Int64(exactly: number.uint64Value).map(JSONValue.integer) ?? .number(number.doubleValue)
        default: return .integer(number.int64Value)
        }
    }
}

extension JSONObject {
    /// Reads the options of a page, as the framework hands them over.
    public init(properties: [AnyHashable: Any]) {
        self = JSONValue(property: properties).object ?? [:]
    }

    /// The object in the form that the framework takes. `null` is left out, as it means the same as absence on this
    /// bridge.
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
