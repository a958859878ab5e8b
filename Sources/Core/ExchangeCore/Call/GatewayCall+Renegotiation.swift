internal import CallModel
internal import Redaction

extension GatewayCall {
    /// Handles a device's answer to the offer to take up its call again.
    ///
    /// Media that never broke stay as they are: with the same ICE generation the other side need not know. New media
    /// are offered to the other side, if it can change its own.
    mutating func attachAnswer(
        _ index: Int, _ description: Redacted<String>, asker: Asker, _ turn: inout Turn
    ) {
        guard peerInCall(of: index, asker: asker, &turn) != nil else { return }
        guard legs[index].isReattaching || legs[index].attachesUnanswered > 0 else {
            return turn.refuse(.notDetached, to: asker)
        }
        guard SessionDescriptionEditing.isUsable(description) else {
            return turn.refuse(.malformedDescription, to: asker)
        }
        turn.reply(.attached(legs[index].callID), to: asker)
        legs[index].attachesUnanswered = max(0, legs[index].attachesUnanswered - 1)
        guard legs[index].attachesOutdated == 0 else {
            legs[index].attachesOutdated -= 1
            return
        }
        switch legs[index].reattachment {
        case .probed, .awaitingOffer: return  // The offer it answers is void; another one is sent.
        case .none: return takeLate(index, description, &turn)
        case .offered: legs[index].reattachment = .none
        }
        legs[index].knowledge.isOutdated = false
        if let freshOffer, freshOffer.answerer == index, freshOffer.stage == .passed {
            return answer(freshOffer, with: description, &turn)
        }
        takeUp(index, description, &turn)
        proceed(for: index, &turn)
    }

    /// Handles the answer of a device that was offered the description its peer had.
    private mutating func takeUp(_ index: Int, _ description: Redacted<String>, _ turn: inout Turn) {
        guard let peer = peer(of: index) else { return }
        passCandidates(from: peer, to: index, &turn)
        let before = legs[index].media
        let generation = before.description.flatMap(SessionDescriptionEditing.userFragment)
        guard SessionDescriptionEditing.userFragment(description) != generation else { return }
        // The fresh offer it was asked for follows right behind, and decides about its media.
        if freshOffer?.offerer == index {
            freshOffer?.before = LegMedia(description: description, trickles: before.trickles)
            return keep(&turn)
        }
        legs[index].media = LegMedia(description: description, trickles: before.trickles)
        if freshOffer?.answerer == index { freshOffer?.answererCandidates = 0 }
        keep(&turn)
        guard canOffer(to: peer, turn) else {
            markOutdated(peer)
            return offerAnew(to: peer, from: index, &turn)
        }
        offer(SessionDescriptionEditing.offer(description), from: index, to: peer, for: .reattachment, before, &turn)
    }

    /// Offers a device its call once more, because the other side came back with new media. A device of ours that has
    /// not answered an earlier offer answers that one first, with nothing of these media.
    private mutating func offerAnew(to index: Int, from peer: Int, _ turn: inout Turn) {
        guard legs[index].reattachment == .offered, legs[index].connection != nil, freshOffer == nil,
            [index, peer].allSatisfy({ legs[$0].capabilities.contains(.renegotiation) })
        else { return bringBack(index, &turn) }
        legs[index].attachesOutdated = legs[index].attachesUnanswered
        offerCall(to: index, from: peer, &turn)
    }

    /// Handles an answer that is late, or follows one that was taken already.
    ///
    /// A device that is told of new media only by such offers has replaced its own by these. Where the other side can
    /// be asked for an offer, another one brings both together. Otherwise they are what that side is offered when it
    /// comes back; the former media are gone.
    private mutating func takeLate(_ index: Int, _ description: Redacted<String>, _ turn: inout Turn) {
        let (device, peer) = (legs[index].capabilities, peer(of: index))
        guard device.contains(.offersByAttach), !device.contains(.renegotiation),
            let peer, !legs[peer].capabilities.contains(.renegotiation)
        else { return bringBack(index, &turn) }
        takeUp(index, description, &turn)
        markOutdated(index)
    }

    /// Passes a device's new description to the other side as an offer.
    mutating func updateMedia(
        _ index: Int, _ description: Redacted<String>, asker: Asker, _ turn: inout Turn
    ) {
        guard let peer = peerInCall(of: index, asker: asker, &turn) else { return }
        guard case .active(let claim) = state, claim.delivery == .delivered else {
            return turn.refuse(.callNotAnswered, to: asker)
        }
        guard SessionDescriptionEditing.isUsable(description) else {
            return turn.refuse(.malformedDescription, to: asker)
        }
        guard renegotiation == nil, freshOffer == nil, replacement == nil else {
            guard !holdCrossing(asker, of: index), !holdOffer(description, of: index, asker: asker) else { return }
            markOutdated(index)
            return turn.refuse(.renegotiationInProgress, to: asker)
        }
        guard offerCount < turn.limits.renegotiationsMax else {
            return turn.refuse(.limitReached(.renegotiations), to: asker)
        }
        if legs[peer].capabilities.contains(.offersByAttach), !legs[peer].capabilities.contains(.renegotiation) {
            return offerByAttach(description, from: index, to: peer, asker: asker, &turn)
        }
        guard canOffer(to: peer, turn) else {
            markOutdated(index)
            return turn.refuse(.peerCannotRenegotiate, to: asker)
        }
        let before = legs[index].media
        legs[index].media = LegMedia(description: description, trickles: before.trickles)
        offer(description, from: index, to: peer, for: .request(asker), before, &turn)
    }

    /// Handles the response of the device that was asked to answer a new description.
    mutating func respond(
        to offer: OfferID, _ response: OfferResponse, on connection: ConnectionID, _ turn: inout Turn
    ) {
        if let freshOffer, freshOffer.id == offer, freshOffer.stage == .asked,
            legs[freshOffer.offerer].connection == connection
        {
            return handle(response, as: freshOffer, &turn)
        }
        if respondToTransfer(offer, response, on: connection, &turn) { return }
        // A response to a settled offer, or one on another connection, is late or stray.
        guard let renegotiation, renegotiation.offer == offer,
            legs[renegotiation.answerer].connection == connection
        else { return }
        guard case .answered(let description) = response, SessionDescriptionEditing.isUsable(description) else {
            return followRefusal(of: renegotiation, &turn)
        }
        turn.cancel(.renegotiation(offer), due: renegotiation.deadline)
        self.renegotiation = nil
        let (offerer, answerer) = (renegotiation.offerer, renegotiation.answerer)
        if let crossing = renegotiation.crossing {
            refuse(crossing.asker, of: answerer, .renegotiationInProgress, &turn)
        }
        legs[answerer].media.description = description
        keep(&turn)
        switch renegotiation.origin {
        case .replacement: return answerReplacement(with: description, &turn)
        case .request(let asker) where legs[offerer].connection == asker.connection:
            legs[offerer].knowledge.isOutdated = false
            turn.reply(.mediaUpdated(legs[offerer].callID, description), to: asker)
        // The offerer is gone, and is given the description when it comes back.
        case .request: markOutdated(offerer)
        case .reattachment where legs[offerer].capabilities.contains(.renegotiation):
            send(offerer, .mediaAnswer(legs[offerer].callID, description), &turn)
        // The offerer cannot use an answer; its media follow the offer it was sent.
        case .reattachment: markOutdated(offerer)
        }
        passCandidates(from: answerer, to: offerer, &turn)
        offerReturn(to: offerer, &turn)
    }

    /// Gives up a renegotiation whose answerer did not respond in time.
    mutating func renegotiationIsOver(_ offer: OfferID, due deadline: Duration, _ turn: inout Turn) {
        if let freshOffer, freshOffer.id == offer, freshOffer.deadline == deadline {
            return freshOfferIsOver(freshOffer, &turn)
        }
        if let awaited = offerToTransfer, awaited.id == offer, awaited.deadline == deadline {
            return end(Ending(.failed), &turn)
        }
        guard let renegotiation, renegotiation.offer == offer, renegotiation.deadline == deadline else { return }
        followRefusal(of: renegotiation, &turn)
    }

    /// Keeps an offer of the caller's that crossed one to the caller, until that one is settled.
    ///
    /// - Returns: whether it is kept.
    private mutating func holdOffer(_ description: Redacted<String>, of index: Int, asker: Asker) -> Bool {
        guard index == Self.caller, let renegotiation, renegotiation.answerer == index, renegotiation.crossing == nil
        else { return false }
        let candidates = legs[index].media.candidates.count
        self.renegotiation?.crossing = CrossingOffer(asker: asker, description: description, candidates: candidates)
        return true
    }

    /// Gives up an offer that was refused or not answered in time, and passes on the one that crossed it.
    private mutating func followRefusal(of renegotiation: Renegotiation, _ turn: inout Turn) {
        let (offerer, answerer) = (renegotiation.offerer, renegotiation.answerer)
        let media = legs[answerer].media
        self.renegotiation?.crossing = nil
        abandonRenegotiation(.peerCannotRenegotiate, &turn)
        if let crossing = renegotiation.crossing, legs[answerer].connection == crossing.asker.connection {
            updateMedia(answerer, crossing.description, asker: crossing.asker, &turn)
            guard self.renegotiation?.offerer == answerer else { return offerReturn(to: offerer, &turn) }
            legs[answerer].media.candidates = Array(media.candidates.dropFirst(crossing.candidates))
            legs[answerer].media.hasEnded = media.hasEnded
            passCandidates(from: answerer, to: offerer, &turn)
        }
        offerReturn(to: offerer, &turn)
    }

    /// Gives up a new description, and refuses the request that waits for its answer, if any.
    mutating func abandonRenegotiation(_ refusal: ExchangeRefusal, _ turn: inout Turn) {
        guard let renegotiation else { return }
        self.renegotiation = nil
        turn.cancel(.renegotiation(renegotiation.offer), due: renegotiation.deadline)
        let (offerer, answerer) = (renegotiation.offerer, renegotiation.answerer)
        legs[answerer].media = renegotiation.answererBefore
        legs[offerer].candidatesGiven = legs[answerer].media.candidates.count
        if let crossing = renegotiation.crossing { refuse(crossing.asker, of: answerer, refusal, &turn) }
        if case .replacement = renegotiation.origin { return endReplacement(isPeerMoved: true, &turn) }
        guard case .request(let asker) = renegotiation.origin else { return }
        legs[offerer].media = renegotiation.offererBefore
        legs[answerer].candidatesGiven = legs[offerer].media.candidates.count
        markOutdated(offerer)
        refuse(asker, of: offerer, refusal, &turn)
    }

    private func canOffer(to peer: Int, _ turn: Turn) -> Bool {
        renegotiation == nil && freshOffer == nil && replacement == nil && offerCount < turn.limits.renegotiationsMax
            && legs[peer].connection != nil && !legs[peer].isReattaching
            && legs[peer].capabilities.contains(.renegotiation)
    }

    mutating func offer(
        _ description: Redacted<String>, from offerer: Int, to answerer: Int, for origin: Renegotiation.Origin,
        _ before: LegMedia, _ turn: inout Turn
    ) {
        offerCount += 1
        let offer = OfferID(session: id, number: offerCount)
        let deadline = turn.start(.renegotiation(offer), after: turn.limits.renegotiationTime)
        renegotiation = Renegotiation(
            offer: offer, offerer: offerer, answerer: answerer, origin: origin, offererBefore: before,
            answererBefore: legs[answerer].media, deadline: deadline)
        legs[answerer].restartCandidates()
        // The answer belongs to a new ICE generation, for which the answerer's earlier candidates are useless.
        legs[answerer].media.candidates = []
        legs[answerer].media.hasEnded = false
        legs[offerer].restartCandidates()
        send(answerer, .updateMedia(legs[answerer].callID, offer, description), &turn)
    }
}

/// A new description of one side that the other was asked to answer.
struct Renegotiation: Hashable, Sendable {
    /// Where the new description came from.
    enum Origin: Hashable, Sendable {
        /// A request of the offering device, which waits for the answer.
        case request(Asker)
        /// A device took up the call again with new media; no request waits for the answer.
        case reattachment
        /// Another device takes the call, or gets it by a transfer: see ``LegReplacement``.
        case replacement
    }

    let offer: OfferID
    /// The leg that offers.
    let offerer: Int
    /// The leg that is to answer.
    let answerer: Int
    let origin: Origin
    /// The offering leg's media before, which hold again if the offer is refused.
    let offererBefore: LegMedia
    /// The answering leg's media before, which hold again if the offer is refused.
    let answererBefore: LegMedia
    let deadline: Duration
    /// The caller's own offer, which crossed this one.
    var crossing: CrossingOffer?
}

/// An offer of the caller's that came while the caller was being offered new media.
///
/// The caller's client refuses other offers meanwhile, because the caller's offer wins. If its own were refused as well,
/// both sides would have to begin anew.
struct CrossingOffer: Hashable, Sendable {
    let asker: Asker
    let description: Redacted<String>
    /// How many candidates of the caller came before it; those that follow belong to it.
    let candidates: Int
}
