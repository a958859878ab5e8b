internal import WireJSON

/// The shape of a JSON value: written once, said in the OpenAPI document and held against what comes in.
indirect enum Shape: Sendable {
    case text(TextForm)
    case integer(ClosedRange<Int64>)
    case boolean
    /// One of some texts.
    case choice([String])
    case list(Shape, atLeast: Int = 0, atMost: Int)
    case object(ObjectShape)
    /// A shape the document refers to by name.
    case named(String, Shape)
    /// An object of one of several kinds; the member of that name tells which.
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

    /// An object's members; others are refused.
    struct ObjectShape: Sendable {
        var fields: [Field]
        /// Of these, one at least must be there.
        var oneOf: [String] = []
    }

    static func object(_ fields: Field...) -> Shape { .object(ObjectShape(fields: fields)) }

    /// The kinds of an object, each with the members it has beside its tag.
    static func kinds(by tag: String, _ kinds: (kind: String, fields: [Field])...) -> Shape {
        .tagged(
            tag,
            kinds.map { ($0.kind, ObjectShape(fields: [.needed(tag, .choice([$0.kind]))] + $0.fields)) })
    }
}
