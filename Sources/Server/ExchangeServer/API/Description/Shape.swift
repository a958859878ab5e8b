internal import WireJSON

/// The shape of a JSON value, which the OpenAPI document describes and every input is checked against.
indirect enum Shape: Sendable {
    case text(TextSchema)
    case integer(ClosedRange<Int64>)
    case boolean
    /// One of several texts.
    case choice([String])
    case list(Shape, atLeast: Int = 0, atMost: Int)
    case object(ObjectShape)
    /// A shape that the document refers to by name.
    case named(String, Shape)
    /// An object of one of several kinds; the member with that name tells the kind.
    case tagged(String, [(kind: String, shape: ObjectShape)])
    /// Any JSON object.
    case anyObject

    /// A member of an object.
    struct Field: Sendable {
        let name: String
        let shape: Shape
        let isRequired: Bool

        static func needed(_ name: String, _ shape: Shape) -> Field {
            Field(name: name, shape: shape, isRequired: true)
        }

        static func optional(_ name: String, _ shape: Shape) -> Field {
            Field(name: name, shape: shape, isRequired: false)
        }
    }

    /// The members of an object; others are refused.
    struct ObjectShape: Sendable {
        var fields: [Field]
        /// At least one of these members is required.
        var oneOf: [String] = []
    }

    static func object(_ fields: Field...) -> Shape { .object(ObjectShape(fields: fields)) }

    /// Makes the shape of an object with several kinds, each with its members beside the tag.
    static func kinds(by tag: String, _ kinds: (kind: String, fields: [Field])...) -> Shape {
        .tagged(
            tag,
            kinds.map { ($0.kind, ObjectShape(fields: [.needed(tag, .choice([$0.kind]))] + $0.fields)) })
    }
}

extension Shape {
    /// The problem of a value and its place; nil when there is none. The text never contains the value.
    func fault(in value: JSONValue, at place: String) -> String? {
        switch self {
        case .text(let form):
            guard let text = value.string else { return "\(place) must be a text" }
            return form.fault(in: text).map { "\(place) \($0)" }
        case .integer(let range):
            guard let number = value.integer, range.contains(number) else {
                return "\(place) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            return nil
        case .boolean: return value.bool == nil ? "\(place) must be true or false" : nil
        case .choice(let texts):
            guard let text = value.string, texts.contains(text) else {
                return "\(place) must be one of \(texts.joined(separator: ", "))"
            }
            return nil
        case .list(let element, let least, let most):
            guard let values = value.array, (least...most).contains(values.count) else {
                return "\(place) must be a list of \(least) to \(most)"
            }
            for (index, value) in values.enumerated() {
                if let fault = element.fault(in: value, at: "\(place)[\(index)]") { return fault }
            }
            return nil
        case .object(let shape):
            guard let object = value.object else { return "\(place) must be an object" }
            return shape.fault(in: object, at: place)
        case .tagged(let tag, let kinds):
            guard let object = value.object else { return "\(place) must be an object" }
            guard let kind = kinds.first(where: { $0.kind == object[tag]?.string }) else {
                return "\(place).\(tag) must be one of \(kinds.map(\.kind).joined(separator: ", "))"
            }
            return kind.shape.fault(in: object, at: place)
        case .named(_, let shape): return shape.fault(in: value, at: place)
        case .anyObject: return value.object == nil ? "\(place) must be an object" : nil
        }
    }
}

extension Shape.ObjectShape {
    func fault(in object: JSONObject, at place: String) -> String? {
        for member in object.members where !fields.contains(where: { $0.name == member.key }) {
            let known = fields.map(\.name).joined(separator: ", ")
            return "\(place) has a member it must not have; the members are: \(known)"
        }
        for field in fields {
            guard let value = object[field.name] else {
                if field.isRequired { return "\(place).\(field.name) is missing" }
                continue
            }
            if let fault = field.shape.fault(in: value, at: "\(place).\(field.name)") { return fault }
        }
        guard oneOf.isEmpty || oneOf.contains(where: { object[$0] != nil }) else {
            return "\(place) needs one of \(oneOf.joined(separator: ", "))"
        }
        return nil
    }
}

extension TextSchema {
    var rule: String {
        let characters = pattern.map { ", matching \($0)" } ?? ""
        return "must have \(length.lowerBound) to \(length.upperBound) characters\(characters)"
    }
}

extension Shape {
    /// The shape as JSON Schema 2020-12, which OpenAPI 3.1 uses.
    var schema: JSONValue {
        switch self {
        case .text(let form):
            var object: JSONObject = [
                "type": "string", "minLength": .integer(Int64(form.length.lowerBound)),
                "maxLength": .integer(Int64(form.length.upperBound)),
            ]
            object["pattern"] = form.pattern.map { .string($0) }
            object["format"] = form.format.map { .string($0) }
            return .object(object)
        case .integer(let range):
            return ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
        case .boolean: return ["type": "boolean"]
        case .choice(let texts): return ["type": "string", "enum": .array(texts.map { .string($0) })]
        case .list(let element, let least, let most):
            var object: JSONObject = [
                "type": "array", "items": element.schema, "maxItems": .integer(Int64(most)),
            ]
            if least > 0 { object["minItems"] = .integer(Int64(least)) }
            return .object(object)
        case .object(let shape): return shape.schema
        case .named(let name, _): return ["$ref": .string("#/components/schemas/\(name)")]
        case .tagged(_, let kinds): return ["oneOf": .array(kinds.map(\.shape.schema))]
        case .anyObject: return ["type": "object"]
        }
    }

    /// Collects all named shapes in it by name, including itself.
    func collect(into names: inout [String: Shape]) {
        switch self {
        case .named(let name, let shape):
            guard names[name] == nil else { return }
            names[name] = shape
            shape.collect(into: &names)
        case .list(let element, _, _): element.collect(into: &names)
        case .object(let shape): for field in shape.fields { field.shape.collect(into: &names) }
        case .tagged(_, let kinds):
            for kind in kinds { for field in kind.shape.fields { field.shape.collect(into: &names) } }
        case .text, .integer, .boolean, .choice, .anyObject: break
        }
    }
}

extension Shape.ObjectShape {
    var schema: JSONValue {
        var object: JSONObject = [
            "type": "object", "additionalProperties": false,
            "properties": .object(JSONObject(fields.map { ($0.name, $0.shape.schema) })),
        ]
        let required = fields.filter(\.isRequired).map(\.name)
        if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
        if !oneOf.isEmpty { object["anyOf"] = .array(oneOf.map { ["required": [.string($0)]] }) }
        return .object(object)
    }
}
