/// Why a request to publish cannot be followed.
public struct PublicationError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case notJSON
        case missing
        case wrong
        case tooLarge
        case tooMany
    }

    public let code: Code
    /// What is wrong and what would be right; holds nothing of what was sent.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
