/// A conversation that a carrier recorded.
public struct StoredConversation: Hashable, Sendable {
    public let id: String
    /// The call.
    public let session: String
    /// Whose it was.
    public let organization: String
    /// Who spoke with the caller; nil: nobody knows any more.
    public let user: String?
    /// When it was saved, microseconds since 1970.
    public let at: Int64
    /// nil: not known.
    public let milliseconds: Int?
}
