/// Why a description could not be read: which line, and what is wrong with it, without anything the line said.
public struct SDPError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// One of `SDPLimits` is exceeded.
        case limitExceeded
        /// Not `<letter>=<value>`, or a character no line may hold.
        case malformedLine
        /// A line every description must have is absent.
        case missingLine
        /// A line where it must not stand, such as a second `o=`.
        case misplacedLine
        /// An `o=` line without its six fields.
        case malformedOrigin
        /// An `m=` line that cannot be understood.
        case malformedMedia
        /// An attribute we rely on, with a value it cannot have.
        case malformedAttribute
        /// An ICE candidate without its eight fields.
        case malformedCandidate
        /// Two media sections with the same `a=mid`.
        case duplicateMediaIdentification
    }

    public let code: Code
    /// Counted from 1; 0 where the fault is not in one line.
    public let line: Int
    /// What was wrong, in words of ours only.
    public let context: String

    public init(_ code: Code, line: Int, _ context: String) {
        self.code = code
        self.line = line
        self.context = context
    }

    public var description: String {
        line > 0 ? "\(code.rawValue) in line \(line): \(context)" : "\(code.rawValue): \(context)"
    }
}
