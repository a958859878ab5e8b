/// What becomes of a ringing leg whose device moves to another organization. It is never joined to that one's calls.
public enum OrganizationLeftPolicy: String, Hashable, Sendable, Codable {
    /// It rings on, with the credential and the rules of the organization that was called.
    case continues
    /// It is hung up.
    case withdrawn
}
