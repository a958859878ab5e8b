/// A line of a description as it stands, so that what we do not understand survives in its place.
public enum SDPLine: Hashable, Sendable {
    /// `a=<name>` or `a=<name>:<value>`.
    case attribute(SDPAttribute)
    /// Any other line; `letter` is an ASCII letter.
    case other(letter: Character, value: String)

    /// The attribute, where the line is one.
    public var attribute: SDPAttribute? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }
}

/// An `a=` line (RFC 8866 §5.13).
public struct SDPAttribute: Hashable, Sendable {
    public var name: String
    /// What follows the colon; nil where there is no colon, as in `a=sendrecv`.
    public var value: String?

    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }
}

/// What has lines with attributes: a description for its session level, and each of its media sections.
public protocol AttributeHolder {
    /// Every line of this level in order, but for those that have properties of their own.
    var lines: [SDPLine] { get set }
}

extension AttributeHolder {
    /// The attributes of this level in order.
    public var attributes: [SDPAttribute] { lines.compactMap(\.attribute) }

    /// The values of every attribute of that name, in order.
    public func values(of name: String) -> [String] {
        lines.compactMap { line in
            guard case .attribute(let attribute) = line, attribute.name == name else { return nil }
            return attribute.value
        }
    }

    /// The value of the first attribute of that name.
    public func value(of name: String) -> String? {
        for case .attribute(let attribute) in lines where attribute.name == name {
            return attribute.value
        }
        return nil
    }

    /// Whether an attribute of that name is there, with or without a value.
    public func hasAttribute(_ name: String) -> Bool {
        lines.contains { $0.attribute?.name == name }
    }

    public mutating func append(_ name: String, _ value: String? = nil) {
        lines.append(.attribute(SDPAttribute(name, value)))
    }

    public mutating func removeAttributes(_ names: String...) {
        lines.removeAll { line in
            guard case .attribute(let attribute) = line else { return false }
            return names.contains(attribute.name)
        }
    }

    /// Puts the value where the attribute was, or at the end; further ones of that name go.
    public mutating func set(_ name: String, to value: String?) {
        let place = lines.firstIndex { $0.attribute?.name == name } ?? lines.endIndex
        removeAttributes(name)
        lines.insert(.attribute(SDPAttribute(name, value)), at: min(place, lines.endIndex))
    }
}
