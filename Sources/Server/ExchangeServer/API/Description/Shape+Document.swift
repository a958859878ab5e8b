internal import WireJSON

extension Shape {
    /// As JSON Schema 2020-12, which OpenAPI 3.1 uses.
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

    /// Every named shape in it, itself included, by name.
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
