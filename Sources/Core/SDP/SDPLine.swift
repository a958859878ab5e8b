/// A line of a description. A line this code does not know is kept unchanged in its place.
public enum SDPLine: Hashable, Sendable {
    /// `a=<name>` or `a=<name>:<value>`.
    case attribute(SDPAttribute)
    /// Any other line; `letter` is an ASCII letter.
    case other(letter: Character, value: String)

    /// The attribute, if the line is one.
    public var attribute: SDPAttribute? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }
}

/// An `a=` line (RFC 8866 §5.13).
public struct SDPAttribute: Hashable, Sendable {
    /// The text before the colon, or all of it.
    public var name: String
    /// The text after the colon; nil without a colon, as in `a=sendrecv`.
    public var value: String?

    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }
}

/// A level of a description that has attributes: the session level, or a media section.
public protocol AttributeContainer {
    /// All lines of this level in order, except those that have properties of their own.
    var lines: [SDPLine] { get set }
}

extension AttributeContainer {
    /// The attributes of this level in order.
    public var attributes: [SDPAttribute] { lines.compactMap(\.attribute) }

    /// The values of all attributes of that name, in order.
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

    /// Whether there is an attribute of that name, with or without a value.
    public func hasAttribute(_ name: String) -> Bool {
        lines.contains { $0.attribute?.name == name }
    }

    /// Adds an attribute behind all other lines.
    public mutating func append(_ name: String, _ value: String? = nil) {
        lines.append(.attribute(SDPAttribute(name, value)))
    }

    /// Removes every attribute that has one of the names.
    public mutating func removeAttributes(_ names: String...) {
        lines.removeAll { line in
            guard case .attribute(let attribute) = line else { return false }
            return names.contains(attribute.name)
        }
    }

    /// Sets the attribute in its present place, or at the end, and removes further ones of that name.
    public mutating func set(_ name: String, to value: String?) {
        let place = lines.firstIndex { $0.attribute?.name == name } ?? lines.endIndex
        removeAttributes(name)
        lines.insert(.attribute(SDPAttribute(name, value)), at: min(place, lines.endIndex))
    }
}
