/// Names the one deadline of the organisations.
public enum OrganizationTimer: Hashable, Sendable {
    /// The switch under way has had its time. The number tells one switch from the next; it goes round.
    case switching(UInt8)

    static let ordinalCount: UInt8 = 4
}
