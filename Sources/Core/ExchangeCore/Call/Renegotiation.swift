/// A new description of one side that the other has been asked to answer.
struct Renegotiation: Hashable, Sendable {
    /// What waits for the answer.
    enum Origin: Hashable, Sendable {
        /// The request of the device that offered.
        case request(Asker)
        /// A device that took up the call again with new media.
        case reattachment
    }

    let offer: OfferID
    /// The leg that offers.
    let offerer: Int
    /// The leg that is to answer.
    let answerer: Int
    let origin: Origin
    /// What holds again of the offering leg if the answer is no.
    let offererBefore: LegMedia
    /// What holds again of the answering leg if the answer is no.
    let answererBefore: LegMedia
    let deadline: Duration
}
