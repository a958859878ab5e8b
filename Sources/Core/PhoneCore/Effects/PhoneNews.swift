/// What the app's own screens learn.
public enum PhoneNews: Hashable, Sendable {
    /// A call began, or changed.
    case call(CallSnapshot)
    /// A call is over.
    case ended(CallEnd)
    /// How sound stands.
    case audio(AudioSnapshot)
    /// How the connection of a registration stands.
    case connection(RegistrationID, ConnectionPhase)
    /// The network changed, and stayed so for a moment.
    case network(NetworkChange)
    /// Another organisation is in use, or none.
    case organization(OrganizationID?)
    /// How many missed and dropped calls the person has not seen.
    case unread(Int)
    /// A wish that was accepted came to nothing.
    case failed(CallUUID, PhoneRefusal)
}
