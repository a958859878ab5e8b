internal import WireJSON

extension Shape {
    /// What is wrong with a value, and where; nil when nothing is. Says nothing of the value itself.
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

extension TextForm {
    var rule: String {
        let characters = pattern.map { ", matching \($0)" } ?? ""
        return "must have \(length.lowerBound) to \(length.upperBound) characters\(characters)"
    }
}
