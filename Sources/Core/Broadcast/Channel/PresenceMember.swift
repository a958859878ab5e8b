public import WireJSON

/// Somebody in a presence channel, as the application's signature says.
public struct PresenceMember: Hashable, Sendable {
    /// Who; a number in the signed text counts as its digits.
    public let user: String
    /// What the others are told, if anything.
    public let info: JSONValue?

    public init(user: String, info: JSONValue?) {
        self.user = user
        self.info = info
    }
}
