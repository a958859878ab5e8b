internal import CallModel
internal import Redaction

/// Handing an answered call over: another device of a user takes it from the one that has it. Source: RFC 3891, whose
/// header does this between SIP dialogs.
///
/// Sound passes between two devices, so the other side negotiates media with the device that takes the call. Until that
/// device has confirmed that it has the call, the former one keeps it, and gets the other side back if anything fails.
extension GatewayCall {
    /// Why a device cannot take the call; nil if it can. A call that is none of the user's looks like one that does not
    /// exist.
    func refusal(to device: RegisteredSession, _ turn: Turn) -> ExchangeRefusal? {
        guard divertedAfter == nil, !isToNumber, let former = side(of: device.user), legs[former].session != device.id
        else { return .callDoesNotExist }
        return refusalToReplace(former, turn)
    }

    /// The leg of that user in the answered call; nil if there is none. It is nil too if both sides are the user's,
    /// because nothing tells which of them is to be replaced.
    private func side(of user: UserID) -> Int? {
        guard case .active(let claim) = state else { return nil }
        let sides = [Self.caller, claim.winner].filter { legs[$0].user == user && !legs[$0].isOver }
        return sides.count == 1 ? sides[0] : nil
    }

    /// Begins to give the call to another device of a user: its description is offered to the other side.
    ///
    /// - Returns: the index of the device's leg.
    mutating func replace(
        by device: RegisteredSession, _ taking: TakeRequest, asker: Asker, _ turn: inout Turn
    ) -> Int? {
        guard let former = side(of: device.user), let name = nextLeg else { return nil }
        var leg = Leg(id: name, callID: taking.callID, of: device, takesCandidates: taking.trickles)
        leg.state = .ringing
        leg.media = LegMedia(description: taking.description, trickles: taking.trickles)
        legs.append(leg)
        let successor = legs.count - 1
        turn.reply(.callCreated(self.name(of: successor)), to: asker)
        beginReplacement(of: former, by: successor, .taken, &turn)
        return successor
    }

    /// Offers the successor's media to the other side.
    mutating func beginReplacement(
        of former: Int, by successor: Int, _ kind: LegReplacement.Kind, _ turn: inout Turn
    ) {
        let media = legs[successor].media
        guard let peer = peer(of: former), let description = media.description else { return }
        replacement = LegReplacement(
            kind: kind, former: former, successor: successor, peer: peer, peerBefore: legs[peer].media,
            offer: OfferID(session: id, number: offerCount + 1))
        if legs[peer].capabilities.contains(.renegotiation) {
            offer(description, from: successor, to: peer, for: .replacement, media, &turn)
        } else {
            offerByAttach(description, from: successor, to: peer, asker: nil, &turn)
        }
    }

    /// A name that no leg has. The ring session numbers the legs it orders, also those of devices that are not there.
    var nextLeg: LegID? {
        (legs.count..<Int(UInt16.max)).lazy.map { LegID(session: id, ordinal: UInt16($0)) }.first { name in
            !unreachable.contains(name) && !legs.contains { $0.id == name }
        }
    }

    /// The leg with which a leg exchanges candidates while the call is handed over; nil if it takes no part in that.
    func counterpart(of index: Int) -> Int? {
        guard let replacement, !replacement.isGivenUp else { return nil }
        if index == replacement.successor { return replacement.peer }
        return index == replacement.peer ? replacement.successor : nil
    }

    /// Handles the other side's answer: the device gets it, if it still wants the call.
    mutating func answerReplacement(with description: Redacted<String>, _ turn: inout Turn) {
        guard let replacement else { return }
        guard !replacement.isGivenUp else { return endReplacement(isPeerMoved: true, &turn) }
        guard replacement.kind == .taken else { return completeReplacement(answering: description, &turn) }
        self.replacement?.stage = .answered
        let (successor, peer) = (replacement.successor, replacement.peer)
        legs[successor].state = .answered
        var notice = AnswerNotice(
            name: name(of: successor), description: description,
            trickles: legs[peer].media.trickles && legs[successor].takesCandidates, headers: [])
        notice.isToBeAcknowledged = true
        send(successor, .answer(notice), &turn)
        passCandidates(from: peer, to: successor, &turn)
        awaitAcknowledgement(successor, for: turn.limits.freshOfferTime, &turn)
    }

    /// Handles what the device that takes the call has acknowledged.
    mutating func confirmReplacement(_ acknowledgement: Acknowledgement, _ turn: inout Turn) {
        guard let replacement, replacement.stage == .answered else { return }
        switch acknowledgement {
        case .hasAnsweredCall:
            legs[replacement.successor].knowledge.hasAcknowledged = true
            legs[replacement.successor].knowledge.isAnswered = true
            completeReplacement(&turn)
        case .lacksCall: leaveReplacement(Ending(.dropped), isReportedNow: true, &turn)
        case .hasCall, .hasRingingCall, .heardLater: break
        }
    }

    /// The name and number of the other side, as a leg's device is shown them.
    func peerShown(to index: Int) -> (name: Redacted<String>, number: Redacted<String>) {
        index == Self.caller
            ? (invitation.dialed, invitation.dialed) : (invitation.callerName, invitation.callerNumber)
    }
}

/// How a hand-over ends.
extension GatewayCall {
    /// Gives the call to the device that takes it, which has confirmed that it has it. The former one is told. The target
    /// of a transfer confirmed that when it offered its media.
    ///
    /// - Parameter answer: the other side's answer, if the device has yet to be sent it.
    private mutating func completeReplacement(answering answer: Redacted<String>? = nil, _ turn: inout Turn) {
        guard let done = replacement, case .active(let claim) = state else { return }
        if done.kind == .transferred { turn.formerParties.append(parties) }
        replacement = nil
        legs[done.successor].hasPart = true
        stopAwaitingAcknowledgement(done.successor, &turn)
        claimCount += 1
        var (former, successor, winner) = (done.former, done.successor, claim.winner)
        if former == Self.caller {
            legs.swapAt(former, successor)
            swap(&former, &successor)
            turn.swappedLegs.append(LegIndex(session: id, index: former))
        } else {
            winner = successor
            answeredBy = successor
        }
        state = .active(
            CallClaim(winner: winner, epoch: claimCount, headers: claim.headers, delivery: .delivered))
        let wasHeld = legs[former].isHeld
        let place = turn.effects.count
        if done.kind == .transferred { changeParty(to: successor) }
        record(done.kind.change(to: legs[successor], ofCaller: successor == Self.caller), &turn)
        recordEnd(ofFormer: former, &turn)
        if let answer {
            send(successor, .mediaAnswer(legs[successor].callID, answer), &turn)
            passCandidates(from: done.peer, to: successor, &turn)
            passCandidates(from: successor, to: done.peer, &turn)
        }
        finish(former, done.kind.ending, isReportedNow: true, &turn)
        let isNewParty = done.kind == .transferred
        introduce(successor, to: done.peer, wasHeld: wasHeld, isNewParty: isNewParty, &turn)
        if isNewParty { introduce(done.peer, to: successor, wasHeld: false, isNewParty: true, &turn) }
        offerReturn(to: done.peer, &turn)
        if let keptCall { turn.effects.insert(.keep(keptCall), at: place) }
    }

    /// Tells both sides of a hand-over what they could not know of each other.
    private mutating func introduce(
        _ successor: Int, to peer: Int, wasHeld: Bool, isNewParty: Bool, _ turn: inout Turn
    ) {
        if wasHeld, keepsHold(peer) { send(peer, .remoteResume(legs[peer].callID), &turn) }
        if legs[peer].isHeld, keepsHold(successor) { send(successor, .remoteHold(legs[successor].callID), &turn) }
        // Our own clients read it in each dialect. They know the party of a call that they take already.
        let capabilities = legs[successor].capabilities
        guard capabilities.contains(.display) || isNewParty && capabilities.contains(.renegotiation) else { return }
        let shown = peerShown(to: successor)
        send(successor, .display(legs[successor].callID, name: shown.name, number: shown.number), &turn)
    }

    /// Ends a hand-over that failed. The device that was to take the call is told, unless it left by itself, and the
    /// former one keeps the call.
    ///
    /// - Parameter isPeerMoved: whether the other side may have changed its media already. It is then offered the
    ///   former device's, as if it had come back.
    mutating func endReplacement(
        _ ending: Ending = Ending(.failed), isReportedNow: Bool = true, isPeerMoved: Bool, _ turn: inout Turn
    ) {
        guard let over = replacement else { return }
        replacement = nil
        finish(over.successor, ending, isReportedNow: isReportedNow, isRecorded: false, &turn)
        recordEnd(ofFormer: over.former, &turn)
        guard !legs[over.former].isOver else { return end(Ending(.completed), &turn) }
        if over.kind == .transferred { failTransfer(Ending(.failed), &turn) }
        if isPeerMoved {
            markOutdated(over.peer)
            if legs[over.peer].connection != nil, legs[over.peer].reattachment != .offered {
                stopAwaitingAcknowledgement(over.peer, &turn)
                legs[over.peer].reattachment = .awaitingOffer
            }
        } else {
            legs[over.peer].candidatesGiven = legs[over.former].media.candidates.count
        }
        offerReturn(to: over.peer, &turn)
        offerReturn(to: over.former, &turn)
    }

    /// The device that was to take the call left, was lost or was removed. The other side may be answering it already;
    /// in that case it is offered the former device's media once it has.
    mutating func leaveReplacement(_ ending: Ending, isReportedNow: Bool, _ turn: inout Turn) {
        guard let over = replacement else { return }
        guard over.stage == .offered, !legs[over.former].isOver else {
            return endReplacement(ending, isReportedNow: isReportedNow, isPeerMoved: true, &turn)
        }
        replacement?.isGivenUp = true
        finish(over.successor, ending, isReportedNow: isReportedNow, isRecorded: false, &turn)
        if let freshOffer, freshOffer.id == over.offer, freshOffer.stage != .passed { withdraw(freshOffer, &turn) }
    }

    /// Whether a leg that leaves does not end the call, because another device has it or is about to.
    func takesPartInReplacement(_ index: Int) -> Bool {
        guard let replacement, !replacement.isGivenUp else { return false }
        return index == replacement.successor || index == replacement.former
    }

    /// A device leaves a call that is being handed over. If it is the one that has the call, the other one has it from
    /// now on: people put a device down as soon as they have taken up the next.
    mutating func leaveDuringReplacement(
        _ index: Int, _ ending: Ending, isReportedNow: Bool, _ turn: inout Turn
    ) {
        guard let replacement, index != replacement.successor else {
            return leaveReplacement(ending, isReportedNow: isReportedNow, &turn)
        }
        // A transfer is not stored yet, so a party that did not hang up is told of no transfer.
        let isUntold = isReportedNow && replacement.kind == .transferred
        let told = isUntold ? ending : replacement.kind.ending
        // A restart gives the call back to this device, so its end is recorded with the hand-over.
        finish(index, told, isReportedNow: isReportedNow, isRecorded: false, &turn)
    }

    /// Records the end of a device that left while another one was taking its call.
    mutating func recordEnd(ofFormer index: Int, _ turn: inout Turn) {
        if let ending = legs[index].state.ending { record(.legOver(legs[index].id, ending), &turn) }
    }
}

/// Another device takes an answered call from the device that has it.
struct LegReplacement: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Another device of the user asked for the call.
        case taken
        /// The device transfers the call to another user, who has answered: see ``Transfer``.
        case transferred
    }

    enum Stage: Hashable, Sendable {
        /// The other side was sent the device's offer, or is about to be, and has not answered.
        /// Leaves to: `answered`, or the hand-over fails.
        case offered
        /// The device was sent the answer, and has not confirmed it. Leaves to: done, or the hand-over fails.
        case answered
    }

    let kind: Kind
    /// The leg that has the call.
    let former: Int
    /// The leg that takes it; the last one.
    let successor: Int
    /// The leg on the other side.
    let peer: Int
    /// Its media before, which belong to those of the former leg.
    let peerBefore: LegMedia
    /// The offer that the other side answers.
    let offer: OfferID
    var stage = Stage.offered
    /// Whether the device does not take the call any more, while the other side may still answer it.
    var isGivenUp = false
}

extension Exchange {
    /// Has a device take an answered call from another one of its user. It needs no permission, as it rings no device.
    mutating func take(
        _ taking: TakeRequest, by device: RegisteredSession, asker: Asker, _ turn: inout Turn
    ) {
        guard registrations.address(of: taking.callID, in: device.id) == nil else {
            return turn.refuse(.callIDInUse, to: asker)
        }
        guard calls[taking.session] != nil else { return turn.refuse(.callDoesNotExist, to: asker) }
        if let refusal = calls[taking.session]?.refusal(to: device, turn) { return turn.refuse(refusal, to: asker) }
        guard SessionDescriptionEditing.isUsable(taking.description) else {
            return turn.refuse(.malformedDescription, to: asker)
        }
        guard let index = calls[taking.session]?.replace(by: device, taking, asker: asker, &turn) else { return }
        registrations.add(LegIndex(session: taking.session, index: index), named: taking.callID, to: device.id)
    }

    /// Registers the legs that changed places in this turn under their new ones.
    mutating func readdressSwappedLegs(_ turn: Turn) {
        for former in turn.swappedLegs {
            let places = [LegIndex(session: former.session, index: GatewayCall.caller), former]
            for place in places {
                guard let leg = calls[place.session]?.legs[place.index] else { continue }
                registrations.readdress(leg.callID, of: leg.session, to: place)
            }
        }
    }
}
