/// One thing that the connection of one organisation is needed for.
struct ConnectionWish: Hashable, Comparable, Sendable {
    let organization: OrganizationID
    let need: ConnectionNeed

    static func < (left: ConnectionWish, right: ConnectionWish) -> Bool {
        (left.organization, left.need.rawValue) < (right.organization, right.need.rawValue)
    }
}
