/// An offer that one side makes for the other, which came back after a lost socket and may have no media any more.
struct FreshOffer: Hashable, Sendable {
    /// How far it is.
    enum Stage: Hashable, Sendable {
        /// The offerer was asked for it. Leaves to: `gathering`, `passed`, or it is given up.
        case asked
        /// It is there, its candidates are not, and the device takes none afterwards. Leaves to: `passed`.
        case gathering
        /// The device that came back has it, and is to answer.
        case passed
    }

    let id: OfferID
    /// The leg that offers.
    let offerer: Int
    /// The leg that came back.
    let answerer: Int
    var stage: Stage
    /// What holds again of the offering leg if nothing comes of it.
    var before: LegMedia
    /// How many candidates the other leg had then: those that follow belong to its answer.
    let answererCandidates: Int
    var deadline: Duration
}
