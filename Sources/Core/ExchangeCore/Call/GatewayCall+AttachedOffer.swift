internal import CallModel
internal import Redaction

/// New descriptions for devices that can take an offer only as if they had come back: each is offered its call anew
/// with the other side's description, and its answer is the reply to the other side.
extension GatewayCall {
    /// Passes a device's new description to such a device. The request waits for the answer, also while that device is
    /// gone for a moment or is just coming back.
    mutating func offerByAttach(
        _ description: Redacted<String>, from offerer: Int, to answerer: Int, asker: Asker?, _ turn: inout Turn
    ) {
        offerCount += 1
        let offer = OfferID(session: id, number: offerCount)
        let deadline = turn.start(.renegotiation(offer), after: turn.limits.renegotiationTime)
        let before = legs[offerer].media
        freshOffer = FreshOffer(
            id: offer, offerer: offerer, answerer: answerer, stage: .waiting, before: before,
            answererCandidates: legs[answerer].media.candidates.count, deadline: deadline,
            request: FreshOffer.Request(asker: asker, deadline: deadline))
        legs[offerer].media = LegMedia(description: description, trickles: before.trickles)
        proceed(for: answerer, &turn)
    }

    /// Sends an offer that waits for a device, if the device can take it now.
    mutating func proceed(for answerer: Int, _ turn: inout Turn) {
        guard let offer = freshOffer, offer.answerer == answerer, offer.stage == .waiting, let request = offer.request,
            legs[answerer].connection != nil, replacement?.isGivenUp != true
        else { return }
        switch legs[answerer].reattachment {
        case .probed, .offered: return
        case .none, .awaitingOffer: break
        }
        if legs[offer.offerer].media.isSettled || legs[answerer].takesCandidates { return pass(offer, &turn) }
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer?.stage = .gathering
        let wait = min(turn.limits.gatheringTime, request.deadline - turn.now)
        freshOffer?.deadline = turn.start(.renegotiation(offer.id), after: wait)
    }

    /// Waits with an offer until its answerer, which was lost, is back.
    mutating func wait(with offer: FreshOffer, _ turn: inout Turn) {
        guard let request = offer.request, offer.stage != .waiting else { return }
        turn.cancel(.renegotiation(offer.id), due: offer.deadline)
        freshOffer?.stage = .waiting
        freshOffer?.request?.crossing = nil
        freshOffer?.deadline = turn.start(.renegotiation(offer.id), after: request.deadline - turn.now)
    }

    /// Keeps a request for new media that crossed an offer to the same device.
    ///
    /// - Returns: whether it is kept.
    mutating func holdCrossing(_ asker: Asker, of index: Int) -> Bool {
        guard let offer = freshOffer, let request = offer.request, offer.answerer == index, request.crossing == nil
        else { return false }
        freshOffer?.request?.crossing = asker
        return true
    }

    /// Refuses the requests that waited for the answer to an offer.
    mutating func settle(
        _ request: FreshOffer.Request, of offer: FreshOffer, _ refusal: ExchangeRefusal, _ turn: inout Turn
    ) {
        if let asker = request.asker { refuse(asker, of: offer.offerer, refusal, &turn) }
        if let crossing = request.crossing { refuse(crossing, of: offer.answerer, .renegotiationInProgress, &turn) }
        guard replacement?.offer == offer.id else { return }
        endReplacement(isPeerMoved: offer.stage == .passed, &turn)
    }

    /// Refuses a request that waited, unless its device has another connection by now.
    func refuse(_ asker: Asker, of index: Int, _ refusal: ExchangeRefusal, _ turn: inout Turn) {
        guard legs[index].connection == asker.connection else { return }
        turn.refuse(refusal, to: asker)
    }
}
