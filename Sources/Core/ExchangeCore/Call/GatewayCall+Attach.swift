internal import CallModel
internal import Redaction

extension GatewayCall {
    /// A leg's device has lost its connection.
    mutating func detach(_ index: Int, _ turn: inout Turn) {
        guard !legs[index].isOver, legs[index].connection != nil else { return }
        legs[index].connection = nil
        if replacement?.successor == index { return leaveReplacement(Ending(.dropped), isReportedNow: true, &turn) }
        if isAnsweredTarget(index) { return end(Ending(.dropped), &turn) }
        stopAwaitingAcknowledgement(index, &turn)
        record(.legDetached(legs[index].id), &turn)
        if renegotiation?.answerer == index { abandonRenegotiation(.peerCannotRenegotiate, &turn) }
        breakFreshOffer(of: index, &turn)
        switch state {
        case .ringing(var ringing) where index == Self.caller && ringing.callerGrace == nil:
            ringing.callerGrace = turn.start(.callerGrace(id), after: turn.limits.callerGraceTime)
            state = .ringing(ringing)
        case .active(let claim) where index == Self.caller && claim.delivery != .delivered: deliverAnswer(&turn)
        case .ringing, .active, .ended: break  // The call waits for a lost device as long as its session lives.
        }
    }

    /// A leg's device has a connection again. It takes up an answered call there, or is told of the end it missed.
    ///
    /// This happens before the device is told that it is ready, because it counts a call that it has not heard of by
    /// then as dropped. A ringing call is taken up later, when the device is ready for calls: see ``resume(_:_:)``.
    ///
    /// A device that understands a later offer is offered the other side's last description now: as a rule its media
    /// never stopped. A device that acknowledges messages is asked whether it has the call, and goes on if so. For any
    /// other device only the answer to a fresh offer tells which media it has now.
    mutating func attach(_ index: Int, to device: RegisteredSession, _ turn: inout Turn) {
        if replacement?.successor == index {
            legs[index].connection = device.connection
            return leaveReplacement(Ending(.dropped), isReportedNow: true, &turn)
        }
        if isAnsweredTarget(index) {
            legs[index].connection = device.connection
            return end(Ending(.dropped), &turn)
        }
        breakFreshOffer(of: index, &turn)
        stopAwaitingAcknowledgement(index, &turn)
        // The device cannot answer an offer that went to its old socket. The other side is refused, and offers again.
        if renegotiation?.answerer == index {
            legs[index].connection = nil
            abandonRenegotiation(.peerCannotRenegotiate, &turn)
        }
        legs[index].connection = device.connection
        if case .over(let ending, let isKnown) = legs[index].state {
            if !isKnown { send(index, .bye(legs[index].callID, ending), &turn) }
            return
        }
        legs[index].capabilities = device.capabilities
        record(.legAttached(legs[index].id), &turn)
        if index == Self.caller, !isDelivered { return doubtCaller(&turn) }
        guard let peer = peer(of: index) else { return }
        guard legs[peer].media.description != nil else { return }
        guard !canProbe(index) else { return probe(index, &turn) }
        legs[index].reattachment = .awaitingOffer
        offerReturn(to: index, &turn)
    }

    /// Whether the call is answered and the caller was told.
    private var isDelivered: Bool {
        if case .active(let claim) = state { claim.delivery == .delivered } else { false }
    }

    /// Offers a device that came back its call, with the other side's last description.
    mutating func offerCall(to index: Int, from peer: Int, _ turn: inout Turn) {
        let media = legs[peer].media
        let trickles = freshOffer != nil && legs[index].takesCandidates && !media.isSettled
        guard let description = trickles ? media.description : media.whole else { return }
        legs[index].reattachment = .offered
        legs[index].attachesUnanswered += 1
        // It makes other media now, and is not known to have them until its answer was confirmed to it.
        legs[index].knowledge.isAnswered = false
        turn.settledReturns.append(LegIndex(session: id, index: index))
        legs[index].candidatesGiven = trickles ? 0 : media.candidates.count
        legs[index].knowsLastCandidate = !trickles && media.hasEnded
        let shown = peerShown(to: index)
        let offer = AttachOffer(
            name: name(of: index), description: SessionDescriptionEditing.offer(description),
            peerName: shown.name, peerNumber: shown.number)
        send(index, .attach(offer), &turn)
        guard legs[peer].isHeld, legs[index].capabilities.contains(.holdNotices) else { return }
        send(index, .remoteHold(legs[index].callID), &turn)
    }

    /// A device that came back is ready. It rings again, or hears that the other side rings or has answered.
    mutating func resume(_ index: Int, _ turn: inout Turn) {
        switch legs[index].state {
        case .planned where index != Self.caller: ring(index, &turn)
        case .ringing where index != Self.caller: invite(index, &turn)
        case .planned, .ringing: resumeCaller(&turn)
        case .answered:
            if let peer = peer(of: index) { offerReturn(to: peer, &turn) }
            tellFailedTransfer(index, &turn)
        case .over: break  // The device was told when it came back.
        }
    }

    private mutating func resumeCaller(_ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return deliverLateAnswer(&turn) }
        if let grace = ringing.callerGrace { turn.cancel(.callerGrace(id), due: grace) }
        ringing.callerGrace = nil
        state = .ringing(ringing)
        if rangAt != nil { sendRingingToCaller(&turn) }
    }

    /// A leg's device did not come back in time, or was removed.
    mutating func abandon(_ index: Int, _ ending: Ending, _ turn: inout Turn) {
        switch state {
        case .active where takesPartInReplacement(index):
            leaveDuringReplacement(index, ending, isReportedNow: true, &turn)
        case .active where peer(of: index) != nil: end(ending, &turn)
        case .ringing where index == Self.caller: end(Ending(.cancelled), &turn)
        case .ringing: finish(index, Ending(.unreachable), isReportedNow: true, &turn)
        case .active, .ended: break  // The leg is over already.
        }
    }
}
