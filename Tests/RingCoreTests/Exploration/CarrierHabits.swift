/// What carriers do one way or another.
struct CarrierHabits: Hashable, Sendable {
    enum Ringback: UInt8, Hashable, Sendable {
        /// It plays until something else does.
        case goesOn
        /// It ends, and has to be begun again.
        case ends
        /// It cannot be played.
        case refused
    }

    var ringback = Ringback.goesOn
    /// Whether it refuses to join a caller to a second leg.
    var preventsDoubleBridges = true
    /// Whether news of a bridge on the caller's leg say which bridge it is.
    var namesBridges = true
    /// Whether it tells how long a recording is.
    var tellsLengths = true
}
