/// The name of a method, taken apart into dialect and name.
public enum VertoMethod: Hashable, Sendable {
    /// A name under a dialect's prefix; the prefix is cut off.
    case prefixed(VertoDialect, String)
    /// A name without any prefix, such as `login`.
    case bare(String)
    /// A name under a prefix that no known dialect has.
    case foreign(String)

    public init(_ text: String) {
        for dialect in VertoDialect.allCases where text.hasPrefix(dialect.methodPrefix) {
            self = .prefixed(dialect, String(text.utf8.dropFirst(dialect.methodPrefix.utf8.count)) ?? "")
            return
        }
        self = text.utf8.contains(UInt8(ascii: ".")) ? .foreign(text) : .bare(text)
    }

    /// The name without a dialect's prefix.
    public var name: String {
        switch self {
        case .prefixed(_, let name), .bare(let name), .foreign(let name): name
        }
    }

    /// The dialect the prefix names.
    public var dialect: VertoDialect? {
        if case .prefixed(let dialect, _) = self { dialect } else { nil }
    }
}
