/// Why a scenario file is none, in words that say where and what would be right.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of mistake.
    public enum Code: String, Hashable, Sendable {
        /// The file is not there, or may not be read.
        case unreadable
        /// It is not YAML text.
        case syntax
        /// It is YAML, and says something that means nothing here.
        case meaning
        /// There is more of something than is taken.
        case tooMuch
    }

    public let code: Code
    /// Path of the file, line, and what is wrong there.
    public let context: String

    /// Names a mistake.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { context }
}
