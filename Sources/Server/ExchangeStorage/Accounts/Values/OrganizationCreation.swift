/// What became of an organisation that was to be made.
public enum OrganizationCreation: Hashable, Sendable {
    case created
    case idTaken
    /// Its owner has as many as a user may own or belong to: ``AccountCaps``.
    case tooMany
}
