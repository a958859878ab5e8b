import WireJSON

/// Turns an event or effect into a name and fields by looking at its cases, so that no machine has to describe itself twice.
enum TraceReflection {
    /// Deeper values are cut: a line of a trace is for reading and checking, not an archive.
    static let depthMax = 6
    /// Longer lists are cut for the same reason.
    static let elementsMax = 32
    /// Longer text is cut; nothing a trace should hold is longer.
    static let textCharactersMax = 200

    static func caseAndFields(of value: Any) -> (name: String, fields: JSONObject) {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let payload = mirror.children.first, let name = payload.label else {
            return (String(describing: value), [:])
        }
        return (name, fields(ofPayload: payload.value))
    }

    private static func fields(ofPayload payload: Any) -> JSONObject {
        let mirror = Mirror(reflecting: payload)
        guard mirror.displayStyle == .tuple else { return ["value": json(payload, depth: 1)] }
        return members(of: mirror, depth: 1)
    }

    private static func members(of mirror: Mirror, depth: Int) -> JSONObject {
        var object = JSONObject()
        for (index, child) in mirror.children.prefix(elementsMax).enumerated() {
            let label = child.label ?? String(index)
            object.append(label.hasPrefix(".") ? String(label.dropFirst()) : label, json(child.value, depth: depth + 1))
        }
        return object
    }

    private static func json(_ value: Any, depth: Int) -> JSONValue {
        if let scalar = scalar(value) { return scalar }
        guard depth < depthMax else { return "…" }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { json($0.value, depth: depth) } ?? .null
        case .enum:
            guard let payload = mirror.children.first, let name = payload.label else {
                return text(String(describing: value))
            }
            return [name: .object(fields(ofPayload: payload.value))]
        case .collection, .set:
            return .array(mirror.children.prefix(elementsMax).map { json($0.value, depth: depth + 1) })
        case .struct, .class, .tuple:
            return mirror.children.isEmpty
                ? text(String(describing: value)) : .object(members(of: mirror, depth: depth))
        default:
            return text(String(describing: value))
        }
    }

    private static func scalar(_ value: Any) -> JSONValue? {
        switch value {
        case let value as Bool: .bool(value)
        case let value as any BinaryInteger: .integer(Int64(clamping: value))
        case let value as Double: .number(value)
        case let value as Duration: .integer(value.wholeMicroseconds)
        case let value as String: text(value)
        case is any Collection: nil
        case let value as any CustomStringConvertible: text(value.description)
        default: nil
        }
    }

    private static func text(_ value: String) -> JSONValue {
        .string(value.count > textCharactersMax ? String(value.prefix(textCharactersMax)) + "…" : value)
    }
}
