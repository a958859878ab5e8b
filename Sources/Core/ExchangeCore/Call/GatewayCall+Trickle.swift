internal import CallModel
internal import Redaction

extension GatewayCall {
    /// Handles a candidate that a device has found. An empty one means that there are no more. Source: RFC 8838 §13.
    ///
    /// A candidate that comes after the call's end is ignored: the two messages crossed, and no client expects an
    /// error then.
    mutating func candidate(_ index: Int, _ candidate: TrickledCandidate, asker: Asker, _ turn: inout Turn) {
        if legs[index].isOver { return turn.reply(.noted(legs[index].callID), to: asker) }
        if candidate.text.revealed.isEmpty { return endOfCandidates(index, asker: asker, &turn) }
        guard candidate.text.revealed.utf8.count <= turn.limits.candidateBytesMax else {
            return turn.refuse(.limitReached(.candidateBytes), to: asker)
        }
        guard legs[index].media.candidates.count < turn.limits.candidatesMax else {
            return turn.refuse(.limitReached(.candidates), to: asker)
        }
        legs[index].media.candidates.append(candidate)
        turn.reply(.noted(legs[index].callID), to: asker)
        passCandidates(from: index, &turn)
    }

    /// Handles a device's message that it has no more candidates.
    mutating func endOfCandidates(_ index: Int, asker: Asker, _ turn: inout Turn) {
        if legs[index].isOver { return turn.reply(.noted(legs[index].callID), to: asker) }
        turn.reply(.noted(legs[index].callID), to: asker)
        legs[index].media.hasEnded = true
        passCandidates(from: index, &turn)
        settleCandidates(index, &turn)
    }

    /// Stops waiting for the caller's candidates: devices that need them all at once get those that are there.
    mutating func offerGatheringIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .ringing(let ringing) = state, ringing.offerGathering == deadline else { return }
        settleCandidates(Self.caller, &turn)
    }

    /// Stops waiting for the winner's candidates: the caller gets those that are there.
    mutating func answerGatheringIsOver(due deadline: Duration, _ turn: inout Turn) {
        guard case .active(let claim) = state, claim.delivery == .gathering(deadline: deadline) else { return }
        settleCandidates(claim.winner, &turn)
    }

    /// Waits for the caller's candidates, for the sake of devices that need them all at once.
    mutating func awaitCallersCandidates(_ turn: inout Turn) {
        guard case .ringing(var ringing) = state, ringing.offerGathering == nil else { return }
        ringing.offerGathering = turn.start(.offerGathering(id), after: turn.limits.gatheringTime)
        state = .ringing(ringing)
    }

    private mutating func settleCandidates(_ index: Int, _ turn: inout Turn) {
        guard !legs[index].media.isSettled else { return }
        legs[index].media.isSettled = true
        if index == Self.caller { ringThoseThatWaited(&turn) }
        if case .active(let claim) = state, claim.winner == index { deliverLateAnswer(&turn) }
        passGatheredOffer(of: index, &turn)
    }

    private mutating func ringThoseThatWaited(_ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return }
        if let gathering = ringing.offerGathering { turn.cancel(.offerGathering(id), due: gathering) }
        ringing.offerGathering = nil
        state = .ringing(ringing)
        for index in legs.indices.dropFirst() { ring(index, &turn) }
    }

    /// Passes a leg's candidates on to the legs that may have them by now.
    private mutating func passCandidates(from index: Int, _ turn: inout Turn) {
        if replacement?.former == index { return }  // Its media are not what the other side negotiates now.
        if let peer = counterpart(of: index) ?? peer(of: index) {
            passCandidates(from: index, to: peer, &turn)
        } else if index == Self.caller {
            for called in legs.indices.dropFirst() { passCandidates(from: index, to: called, &turn) }
        } else {
            passCandidates(from: index, to: Self.caller, &turn)
        }
    }

    /// Passes on, in order, the candidates a leg has not been given yet; none before the description they belong to.
    mutating func passCandidates(from source: Int, to sink: Int, _ turn: inout Turn) {
        guard let connection = legs[sink].connection, isReadyForCandidates(sink, from: source) else { return }
        let media = legs[source].media
        let callID = legs[sink].callID
        while legs[sink].candidatesGiven < media.candidates.count {
            turn.send(.candidate(callID, media.candidates[legs[sink].candidatesGiven]), to: connection)
            legs[sink].candidatesGiven += 1
        }
        guard media.hasEnded, !legs[sink].knowsLastCandidate else { return }
        legs[sink].knowsLastCandidate = true
        turn.send(.endOfCandidates(callID), to: connection)
    }

    private func isReadyForCandidates(_ sink: Int, from source: Int) -> Bool {
        guard legs[sink].takesCandidates else { return false }
        if let renegotiation, renegotiation.answerer == source { return false }
        if let freshOffer, freshOffer.answerer == source { return false }
        switch legs[sink].state {
        case .planned, .over: return false
        case .ringing: return sink != Self.caller || early == EarlyDescriber(leg: source, isGiven: true)
        case .answered: return !legs[sink].isReattaching
        }
    }
}
