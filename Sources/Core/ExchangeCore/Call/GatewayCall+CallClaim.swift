internal import CallModel
internal import Redaction

extension GatewayCall {
    /// A called device answers. The ring session decides whether it has the call, which it has if it is the first. The
    /// attendant has it at once.
    mutating func answer(_ index: Int, _ answering: AnswerRequest, asker: Asker, _ turn: inout Turn) {
        guard index != Self.caller else { return turn.refuse(.notCalled, to: asker) }
        if isClaimable(by: index) {
            guard SessionDescriptionEditing.isUsable(answering.description) else {
                return turn.refuse(.malformedDescription, to: asker)
            }
            if waitsForBridge(index) { return awaitBridge(index, answering, asker: asker, &turn) }
            accept(answering, of: index)
            return claim(index, answering.headers, asker: asker, &turn)
        }
        switch legs[index].state {
        case .answered: turn.reply(.answered(legs[index].callID), to: asker)
        case .over(let ending, _): turn.refuse(.callEnded(ending), to: asker)
        case .planned, .ringing: turn.refuse(.callDoesNotExist, to: asker)
        }
    }

    /// Whether an answer may still claim the call; none can once it is answered.
    private func isClaimable(by index: Int) -> Bool {
        switch (state, legs[index].state) {
        case (.ringing, .ringing): true
        case (.ringing, .planned), (.ringing, .answered), (.ringing, .over), (.active, .planned), (.active, .ringing),
            (.active, .answered), (.active, .over), (.ended, .planned), (.ended, .ringing), (.ended, .answered),
            (.ended, .over):
            false
        }
    }

    /// Notes the media that an answer describes.
    mutating func accept(_ answering: AnswerRequest, of index: Int) {
        legs[index].media.accept(answering)
        if answering.trickles { legs[index].takesCandidates = true }
    }

    /// Gives the call to a leg whose answer was accepted, and ends the other called legs.
    mutating func claim(_ index: Int, _ headers: [CustomHeader], asker: Asker, _ turn: inout Turn) {
        stopRingingTimers(&turn)
        claimCount += 1
        state = .active(CallClaim(winner: index, epoch: claimCount, headers: headers))
        turn.answeredCalls.append(id)
        answeredBy = index
        answeredAt = turn.now
        legs[index].state = .answered
        let place = turn.effects.count
        record(.claimed(legs[index].id, epoch: claimCount), &turn)
        reportClaim(of: index, &turn)
        turn.reply(.answered(legs[index].callID), to: asker)
        deliverAnswer(&turn)
        let loss = Ending(attendantLeg == index ? .noAnswer : .answeredElsewhere)
        for loser in legs.indices.dropFirst() where loser != index { finish(loser, loss, isReportedNow: true, &turn) }
        callOff(Ending(.answeredElsewhere), except: legs[index].device, &turn)
        if legs[index].capabilities.contains(.display) {
            let shown = ExchangeMessage.display(
                legs[index].callID, name: invitation.callerName, number: invitation.callerNumber)
            send(index, shown, &turn)
        }
        if let keptCall { turn.effects.insert(.keep(keptCall), at: place) }
    }

    /// Brings the answer to the caller as soon as the caller can take it.
    mutating func deliverAnswer(_ turn: inout Turn) {
        // The caller of a call that rings the target of a transfer is absent for good.
        guard transferred == nil, case .active(var claim) = state, claim.delivery != .delivered else { return }
        let media = legs[claim.winner].media
        let takesCandidates = legs[Self.caller].takesCandidates
        if case .gathering(let deadline) = claim.delivery {
            turn.cancel(.answerGathering(id), due: deadline)
        }
        if legs[Self.caller].connection == nil {
            claim.delivery = .awaitingCaller
        } else if !media.isSettled && !takesCandidates {
            let deadline = turn.start(.answerGathering(id), after: turn.limits.gatheringTime)
            claim.delivery = .gathering(deadline: deadline)
        } else if let description = takesCandidates ? media.description : media.whole {
            claim.delivery = .delivered
            endEarlyDescription(ofAllBut: claim.winner)
            legs[Self.caller].state = .answered
            let notice = AnswerNotice(
                name: name(of: Self.caller), description: description, trickles: media.trickles && takesCandidates,
                headers: claim.headers)
            // A client that acknowledges ringing alone would not acknowledge the answer.
            if legs[Self.caller].knowledge.isDoubted { sendRingingToCaller(&turn) }
            send(Self.caller, .answer(notice), &turn)
            showCallee(&turn)
        }
        state = .active(claim)
        passCandidates(from: claim.winner, to: Self.caller, &turn)
    }

    /// Brings the answer to a caller who could not take it when it was given.
    mutating func deliverLateAnswer(_ turn: inout Turn) {
        deliverAnswer(&turn)
        keep(&turn)
    }

    private func showCallee(_ turn: inout Turn) {
        guard legs[Self.caller].capabilities.contains(.display) else { return }
        let shown = ExchangeMessage.display(
            legs[Self.caller].callID, name: invitation.dialed, number: invitation.dialed)
        send(Self.caller, shown, &turn)
    }

    private func stopRingingTimers(_ turn: inout Turn) {
        guard case .ringing(let ringing) = state else { return }
        turn.cancel(.ring(id), due: ringing.deadline)
        if let grace = ringing.callerGrace { turn.cancel(.callerGrace(id), due: grace) }
        if let gathering = ringing.offerGathering { turn.cancel(.offerGathering(id), due: gathering) }
    }

    /// Stops every timer of the call.
    func stopTimers(_ turn: inout Turn) {
        stopRingingTimers(&turn)
        if case .active(let claim) = state, case .gathering(let deadline) = claim.delivery {
            turn.cancel(.answerGathering(id), due: deadline)
        }
        if let renegotiation {
            turn.cancel(.renegotiation(renegotiation.offer), due: renegotiation.deadline)
        }
        if let freshOffer { turn.cancel(.renegotiation(freshOffer.id), due: freshOffer.deadline) }
        if let offer = offerToTransfer { turn.cancel(.renegotiation(offer.id), due: offer.deadline) }
    }
}

/// A call that one device has answered.
struct CallClaim: Hashable, Sendable {
    /// How far the answer has come on its way to the caller.
    enum Delivery: Hashable, Sendable {
        /// The call waits for the winner's candidates, because the caller needs them all at once.
        /// Leaves to: `delivered` (all there, or time), `awaitingCaller` (the caller is gone).
        case gathering(deadline: Duration)
        /// The caller has no connection. At most the resume time.
        /// Leaves to: `delivered` or `gathering` (it came back).
        case awaitingCaller
        /// The caller has been told.
        case delivered
    }

    /// The leg that answered.
    let winner: Int
    /// Which claim of the call this is, from 1.
    let epoch: UInt32
    /// The answering app's headers, for the caller.
    let headers: [CustomHeader]
    var delivery: Delivery = .awaitingCaller
}
