internal import CallModel
internal import Redaction

/// Fresh offers for devices that came back. Such a device may have a new peer connection, which can answer only an
/// offer that was made for it, with ICE credentials of its own (RFC 8445 §9). So the other side is asked to make one.
extension GatewayCall {
    /// Whether the device was asked whether it has its call, or waits for an offer of the other side that can be asked
    /// for it. Until then the device is sent no other message.
    func awaitsReturn(_ index: Int) -> Bool {
        switch legs[index].reattachment {
        case .none, .offered: false
        case .probed: true
        case .awaitingOffer: peer(of: index).map { legs[$0].connection != nil } ?? false
        }
    }

    /// Offers a device that came back its call, unless that has been done.
    mutating func offerReturn(to index: Int, _ turn: inout Turn) {
        guard legs[index].reattachment == .awaitingOffer, let peer = peer(of: index) else { return }
        guard freshOffer == nil else { return proceed(for: index, &turn) }
        guard replacement == nil else { return }
        guard !legs[index].capabilities.contains(.renegotiation), legs[peer].capabilities.contains(.renegotiation),
            offerCount < turn.limits.renegotiationsMax
        else { return offerCall(to: index, from: peer, &turn) }
        // The other side is asked once it is back and its present negotiation is over.
        guard legs[peer].connection != nil, renegotiation == nil else { return }
        offerCount += 1
        let offer = OfferID(session: id, number: offerCount)
        freshOffer = FreshOffer(
            id: offer, offerer: peer, answerer: index, stage: .asked, before: legs[peer].media,
            answererCandidates: legs[index].media.candidates.count,
            deadline: turn.start(.renegotiation(offer), after: turn.limits.freshOfferTime))
        legs[peer].media.forgetCandidates()
        send(peer, .requestOffer(legs[peer].callID, offer), &turn)
    }

    /// Offers a device its call as if it had come back. The device's media changed, and the other side cannot be told
    /// of that in any other way.
    mutating func bringBack(_ index: Int, _ turn: inout Turn) {
        guard legs[index].connection != nil, !legs[index].isReattaching, renegotiation == nil, freshOffer == nil,
            replacement == nil, !legs[index].capabilities.contains(.renegotiation),
            let peer = peer(of: index), legs[peer].capabilities.contains(.renegotiation)
        else { return }
        legs[index].reattachment = .awaitingOffer
        offerReturn(to: index, &turn)
    }

    /// Handles the response of the device that was asked for a fresh offer.
    mutating func handle(_ response: OfferResponse, as offer: FreshOffer, _ turn: inout Turn) {
        guard case .answered(let description) = response else {
            forget(offer, &turn)
            return offerCall(to: offer.answerer, from: offer.offerer, &turn)
        }
        guard SessionDescriptionEditing.isUsable(description) else { return doWithoutFreshOffer(offer, &turn) }
        legs[offer.offerer].media.description = description
        if legs[offer.offerer].media.isSettled || legs[offer.answerer].takesCandidates {
            return pass(offer, &turn)
        }
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer?.stage = .gathering
        freshOffer?.deadline = turn.start(.renegotiation(offer.id), after: turn.limits.gatheringTime)
    }

    /// Passes on a fresh offer once all its candidates are there.
    mutating func passGatheredOffer(of index: Int, _ turn: inout Turn) {
        guard let offer = freshOffer, offer.offerer == index, offer.stage == .gathering else { return }
        pass(offer, &turn)
    }

    /// Handles a fresh offer that took too long to be made, to be complete or to be answered.
    mutating func freshOfferIsOver(_ offer: FreshOffer, _ turn: inout Turn) {
        switch offer.stage {
        case .asked: doWithoutFreshOffer(offer, &turn)
        case .gathering: pass(offer, &turn)
        case .waiting:
            withdraw(offer, &turn)
            offerReturn(to: offer.answerer, &turn)
        case .passed:
            legs[offer.answerer].reattachment = .none
            withdraw(offer, &turn)
        }
    }

    /// Handles the answer of the device that came back to the fresh offer made for it.
    mutating func answer(
        _ offer: FreshOffer, with description: Redacted<String>, _ turn: inout Turn
    ) {
        let (offerer, answerer) = (offer.offerer, offer.answerer)
        let known = legs[answerer].media.description.flatMap(SessionDescriptionEditing.userFragment)
        // The device kept its peer connection and did not restart ICE, so the other side must not restart it either. An
        // answer to what the other side offered of its own accord is for that side to judge.
        guard offer.request != nil || SessionDescriptionEditing.userFragment(description) != known else {
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
        if let request = offer.request {
            legs[offerer].knowledge.isOutdated = false
            if let asker = request.asker { turn.reply(.mediaUpdated(legs[offerer].callID, description), to: asker) }
            if let crossing = request.crossing { refuse(crossing, of: answerer, .renegotiationInProgress, &turn) }
        } else {
            send(offerer, .mediaAnswer(legs[offerer].callID, description), &turn)
        }
        if replacement?.offer == offer.id { answerReplacement(with: description, &turn) }
        passCandidates(from: answerer, to: offerer, &turn)
        passCandidates(from: offerer, to: answerer, &turn)
    }

    /// Gives up a fresh offer because one of its two legs lost its connection, or has another, on which the offer is
    /// unknown.
    mutating func breakFreshOffer(of index: Int, _ turn: inout Turn) {
        legs[index].reattachment = .none
        (legs[index].attachesUnanswered, legs[index].attachesOutdated) = (0, 0)
        if let peer = peer(of: index), legs[peer].reattachment == .awaitingOffer {
            // The other device waits in vain for this one, and may be told that it is ready.
            turn.settledReturns.append(LegIndex(session: id, index: peer))
        }
        guard let offer = freshOffer else { return }
        if offer.answerer == index {
            if offer.request != nil { return wait(with: offer, &turn) }
            return withdraw(offer, &turn)
        }
        guard offer.offerer == index else { return }
        forget(offer, &turn)
        if offer.request == nil || offer.stage == .passed { legs[offer.answerer].reattachment = .awaitingOffer }
    }

    mutating func pass(_ offer: FreshOffer, _ turn: inout Turn) {
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer?.stage = .passed
        let wait = offer.request.map { $0.deadline - turn.now } ?? turn.limits.attachTime
        freshOffer?.deadline = turn.start(.renegotiation(offer.id), after: wait)
        offerCall(to: offer.answerer, from: offer.offerer, &turn)
    }

    /// Offers the present media, as no fresh offer can be had.
    private mutating func doWithoutFreshOffer(_ offer: FreshOffer, _ turn: inout Turn) {
        withdraw(offer, &turn)
        offerCall(to: offer.answerer, from: offer.offerer, &turn)
    }

    /// Drops the offer. Its maker is sent the previous description as the answer, and keeps its media.
    mutating func withdraw(_ offer: FreshOffer, _ turn: inout Turn) {
        forget(offer, &turn)
        guard offer.request == nil, let description = legs[offer.answerer].media.description else { return }
        send(offer.offerer, .mediaAnswer(legs[offer.offerer].callID, description), &turn)
    }

    private mutating func forget(_ offer: FreshOffer, _ turn: inout Turn) {
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer = nil
        legs[offer.offerer].media = offer.before
        guard let request = offer.request else { return }
        legs[offer.answerer].candidatesGiven = offer.before.candidates.count
        markOutdated(offer.offerer)
        settle(request, of: offer, .peerCannotRenegotiate, &turn)
    }
}

/// An offer that one side makes for the other, which came back after a lost socket and may have no media any more.
struct FreshOffer: Hashable, Sendable {
    /// How far the offer has come.
    enum Stage: Hashable, Sendable {
        /// The offer was made without being asked for, and its answerer is gone or still coming back. Leaves to:
        /// `gathering`, `passed`, or it is refused.
        case waiting
        /// The offerer was asked to make it. Leaves to: `gathering`, `passed`, or it is dropped.
        case asked
        /// The offer is there, but not all its candidates, and the device that came back takes none afterward.
        /// Leaves to: `passed`, `waiting` (the answerer was lost).
        case gathering
        /// The answerer was sent the offer, and is to answer.
        /// Leaves to: `waiting` (an offer made without being asked for, whose answerer was lost).
        case passed
    }

    /// A request for new media, which the offer came with.
    struct Request: Hashable, Sendable {
        /// The request that is replied to; nil for the offer of a device that takes the call.
        let asker: Asker?
        /// Until when it must be replied to.
        let deadline: Duration
        /// A request of the answerer that crossed the offer. It is refused once this one is settled, because a client
        /// that is refused earlier drops its socket, and with it the answer.
        var crossing: Asker?
    }

    let id: OfferID
    /// The leg that offers.
    let offerer: Int
    /// The leg that came back, or that can take an offer only as if it had.
    let answerer: Int
    var stage: Stage
    /// The offering leg's media before, which hold again if the offer is dropped.
    var before: LegMedia
    /// How many candidates the answering leg had when the offer was asked for, or those media began: those that follow
    /// belong to its answer.
    var answererCandidates: Int
    var deadline: Duration
    /// The request it came with; nil if the offerer was asked for it.
    var request: Request?
}
