/// What outlives the process of the organisations.
public struct OrganizationRecord: Hashable, Sendable, Codable {
    /// The credentials that count, one for each registration, in the order of their names.
    public internal(set) var held: [CredentialKey] = []
    /// The organisation in use.
    public internal(set) var active: OrganizationID?
    /// A switch under way: found at a start, it is undone.
    public internal(set) var change: OrganizationSwitch?
    /// Credentials that came by themselves and are being written: they count when that is done.
    public internal(set) var writings: [CredentialKey] = []
    /// Registrations whose keychain items other than the one held are to be erased, until that is done: one entry for
    /// each order, so that the answer to an earlier one does not stand for a later one.
    public internal(set) var prunings: [RegistrationID] = []

    /// No organisation.
    public init() {}
}
