public import PushPayload

/// What the exchange gave when it was asked for credentials.
public struct FetchedCredentials: Hashable, Sendable {
    /// The organisations of the person; `nil`: there may be more of them than it says.
    public var members: [OrganizationID]?
    /// Those that have a carrier, whether or not its credentials came; `nil`: it does not say.
    public var carried: [OrganizationID]?
    /// Whether of an organisation that has a carrier its credentials could not be had now, so that they are to be asked
    /// for again.
    public var lacksSome: Bool
    /// When the first of them end.
    public var until: WallTime

    public init(
        members: [OrganizationID]? = nil, carried: [OrganizationID]? = nil, lacksSome: Bool = false, until: WallTime
    ) {
        self.members = members
        self.carried = carried
        self.lacksSome = lacksSome
        self.until = until
    }
}
