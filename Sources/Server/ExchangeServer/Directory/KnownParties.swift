internal import CallModel
internal import ExchangeCore

/// What the exchange knows of who dials and who is dialled: users of the file and the API, and numbers. Made for one
/// question on the event loop.
struct KnownParties: CallingDirectory {
    let directory: Directory
    let memberships: KnownMemberships
    /// nil: there are no numbers.
    let commander: (any CallCommander)?

    func user(dialled: String) -> UserID? { directory.target(of: dialled) }

    func organizations(ofNumber dialled: String) -> Set<String>? {
        commander?.organizations(ofNumber: Directory.withoutDomain(dialled))
    }

    func party(_ user: UserID) -> CallingParty? {
        let memberships = memberships.organizations(of: user)
        guard let (entry, origin) = directory.users[user.rawValue] else { return nil }
        let configured = origin == .configuration ? entry.callingOrganizations : []
        return CallingParty(
            user, organizations: memberships.union(configured), displayName: entry.displayName,
            numbers: entry.numbers, picture: entry.picture)
    }
}
