/// What the call screen writes as the other party.
public enum DisplayedName: Hashable, Sendable {
    /// The name the app gave; it goes before everything the system knows.
    case given(TextID)
    /// The name of a contact.
    case contact(HandleID)
    /// The bare handle.
    case handle(HandleID)
    case unknown
}
