/// One thing that the connection of one registration is needed for.
struct ConnectionWish: Hashable, Comparable, Sendable {
    let registration: RegistrationID
    let need: ConnectionNeed

    static func < (left: ConnectionWish, right: ConnectionWish) -> Bool {
        (left.registration, left.need.rawValue) < (right.registration, right.need.rawValue)
    }
}
