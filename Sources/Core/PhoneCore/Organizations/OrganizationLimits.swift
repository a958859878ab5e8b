/// The figures of the organisations.
public struct OrganizationLimits: Hashable, Sendable {
    /// How long a switch may take before it is undone: a person watches it, and it may be wanted for a call that rings.
    /// Source: seed z360-ios-current-state §3.11 (4.5 s; the deadline of the system it names does not exist).
    public var switchDuration: Duration = .milliseconds(4_500)

    /// The most organisations of one person.
    public static let countMax = 16

    /// The most orders to erase that are remembered at once.
    public static let pruningsMax = 2 * Connections.countMax

    /// The house's figures.
    public init() {}
}
