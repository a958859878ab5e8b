/// Why a line of a trace could not be read. `description` is safe to log.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case malformed
        case unknownVersion
    }

    public var code: Code
    public var context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
