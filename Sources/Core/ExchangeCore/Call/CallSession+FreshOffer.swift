internal import CallModel
internal import Redaction

/// A device that came back may have made itself a new peer connection. That one can answer an offer, but only an offer
/// that the other side knows of: one which was made for it, with ICE credentials of its own (RFC 8445 §9).
extension CallSession {
    /// Whether the device waits for an offer of the other side, and the other side is there to be asked: so long it
    /// hears of nothing else.
    func awaitsReturn(_ index: Int) -> Bool {
        guard legs[index].reattachment == .awaitingOffer, let peer = peer(of: index) else { return false }
        return legs[peer].connection != nil
    }

    /// Sees to it that a device which came back is offered its call, if it is not yet.
    mutating func offerReturn(to index: Int, _ turn: inout Turn) {
        guard legs[index].reattachment == .awaitingOffer, let peer = peer(of: index), freshOffer == nil else { return }
        guard !legs[index].capabilities.contains(.renegotiation), legs[peer].capabilities.contains(.renegotiation),
            offerCount < turn.limits.renegotiationsMax
        else { return offerCall(to: index, from: peer, &turn) }
        // Asked as soon as the other side is back, or its present negotiation over.
        guard legs[peer].connection != nil, renegotiation == nil else { return }
        offerCount += 1
        let offer = OfferID(session: id, number: offerCount)
        freshOffer = FreshOffer(
            id: offer, offerer: peer, answerer: index, stage: .asked, before: legs[peer].media,
            answererCandidates: legs[index].media.candidates.count,
            deadline: turn.start(.renegotiation(offer), after: turn.limits.freshOfferTime))
        legs[peer].media.candidates = []
        legs[peer].media.hasEnded = false
        legs[peer].media.isSettled = !legs[peer].media.trickles
        tell(peer, .requestOffer(legs[peer].callID, offer), &turn)
    }

    /// A device has other media than its peer knows of, who cannot be told: it is offered the call as if it came back.
    mutating func bringBack(_ index: Int, _ turn: inout Turn) {
        guard legs[index].connection != nil, !legs[index].isReattaching, renegotiation == nil, freshOffer == nil,
            !legs[index].capabilities.contains(.renegotiation),
            let peer = peer(of: index), legs[peer].capabilities.contains(.renegotiation)
        else { return }
        legs[index].reattachment = .awaitingOffer
        offerReturn(to: index, &turn)
    }

    /// The device that was asked for a fresh offer has responded.
    mutating func take(_ response: OfferResponse, as offer: FreshOffer, _ turn: inout Turn) {
        guard case .answered(let description) = response else {
            forget(offer, &turn)
            return offerCall(to: offer.answerer, from: offer.offerer, &turn)
        }
        guard DescriptionText.isUsable(description) else { return doWithoutFreshOffer(offer, &turn) }
        legs[offer.offerer].media.description = description
        if legs[offer.offerer].media.isSettled || legs[offer.answerer].takesCandidates {
            return pass(offer, &turn)
        }
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer?.stage = .gathering
        freshOffer?.deadline = turn.start(.renegotiation(offer.id), after: turn.limits.gatheringTime)
    }

    /// The candidates of a fresh offer are there.
    mutating func passGatheredOffer(of index: Int, _ turn: inout Turn) {
        guard let offer = freshOffer, offer.offerer == index, offer.stage == .gathering else { return }
        pass(offer, &turn)
    }

    /// A fresh offer took too long: to be made, to be complete, or to be answered.
    mutating func freshOfferIsOver(_ offer: FreshOffer, _ turn: inout Turn) {
        switch offer.stage {
        case .asked: doWithoutFreshOffer(offer, &turn)
        case .gathering: pass(offer, &turn)
        case .passed:
            withdraw(offer, &turn)
            legs[offer.answerer].reattachment = .none
        }
    }

    /// A device that came back has answered the fresh offer that was made for it.
    mutating func answer(
        _ offer: FreshOffer, with description: Redacted<String>, _ turn: inout Turn
    ) {
        let (offerer, answerer) = (offer.offerer, offer.answerer)
        let known = legs[answerer].media.description.flatMap(DescriptionText.userFragment)
        // It kept its peer connection, and did not restart it: neither must the other side.
        guard DescriptionText.userFragment(description) != known else {
            withdraw(offer, &turn)
            legs[answerer].candidatesGiven = legs[offerer].media.candidates.count
            return
        }
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer = nil
        let followed = legs[answerer].media.candidates.dropFirst(offer.answererCandidates)
        legs[answerer].media = LegMedia(description: description, trickles: false)
        legs[answerer].media.candidates = Array(followed)
        legs[offerer].restartCandidates()
        keep(&turn)
        tell(offerer, .mediaAnswer(legs[offerer].callID, description), &turn)
        passCandidates(from: answerer, to: offerer, &turn)
        passCandidates(from: offerer, to: answerer, &turn)
    }

    /// A leg loses its connection, or changes it: nobody there knows of an offer any more.
    mutating func breakFreshOffer(of index: Int, _ turn: inout Turn) {
        legs[index].reattachment = .none
        legs[index].attachesUnanswered = 0
        if let peer = peer(of: index), legs[peer].reattachment == .awaitingOffer {
            // Who waits for this one need not keep still meanwhile.
            turn.settledReturns.append(LegAddress(session: id, index: peer))
        }
        guard let offer = freshOffer else { return }
        if offer.answerer == index { return withdraw(offer, &turn) }
        guard offer.offerer == index else { return }
        forget(offer, &turn)
        legs[offer.answerer].reattachment = .awaitingOffer
    }

    private mutating func pass(_ offer: FreshOffer, _ turn: inout Turn) {
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer?.stage = .passed
        freshOffer?.deadline = turn.start(.renegotiation(offer.id), after: turn.limits.attachTime)
        offerCall(to: offer.answerer, from: offer.offerer, &turn)
    }

    /// The present media are all there is to offer.
    private mutating func doWithoutFreshOffer(_ offer: FreshOffer, _ turn: inout Turn) {
        withdraw(offer, &turn)
        offerCall(to: offer.answerer, from: offer.offerer, &turn)
    }

    /// Nothing comes of the offer. Whoever made it is given the description that stood before, and keeps its media.
    private mutating func withdraw(_ offer: FreshOffer, _ turn: inout Turn) {
        forget(offer, &turn)
        guard let description = legs[offer.answerer].media.description else { return }
        tell(offer.offerer, .mediaAnswer(legs[offer.offerer].callID, description), &turn)
    }

    private mutating func forget(_ offer: FreshOffer, _ turn: inout Turn) {
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer = nil
        legs[offer.offerer].media = offer.before
    }
}

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
