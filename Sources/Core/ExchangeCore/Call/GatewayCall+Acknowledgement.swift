internal import CallModel

/// Whether a device that came back still has its call. An offer to continue the call would make it discard media that
/// never stopped, so a device that acknowledges messages is asked first.
extension GatewayCall {
    /// Whether a device can be asked, without harm, whether it has the answered call. A device that does not know yet
    /// that the call is answered would take the question for an answer without a description.
    func canProbe(_ index: Int) -> Bool {
        let knowledge = legs[index].knowledge
        return legs[index].capabilities.contains(.acknowledgements) && knowledge.hasAcknowledged
            && knowledge.isAnswered && !knowledge.isOutdated
    }

    /// Asks a device that came back whether it still has its answered call.
    mutating func probe(_ index: Int, _ turn: inout Turn) {
        legs[index].reattachment = .probed
        awaitAcknowledgement(index, for: turn.limits.probeTime, &turn)
        send(index, .probe(legs[index].callID), &turn)
    }

    /// Doubts that the caller's device, which came back, still has the call: it may be a page that was loaded anew.
    /// Silence means that only of a device that has acknowledged messages of this call before.
    mutating func doubtCaller(_ turn: inout Turn) {
        guard legs[Self.caller].capabilities.contains(.acknowledgements) else { return }
        let knowledge = legs[Self.caller].knowledge
        legs[Self.caller].knowledge.isDoubted = knowledge.hasAcknowledged || knowledge.hasAcknowledgedRinging
    }

    /// Waits for the doubted caller to acknowledge the message it is being told.
    mutating func expectOfCaller(_ turn: inout Turn) {
        let knowledge = legs[Self.caller].knowledge
        guard knowledge.isDoubted, knowledge.deadline == nil, legs[Self.caller].connection != nil else { return }
        awaitAcknowledgement(Self.caller, for: turn.limits.callerGraceTime, &turn)
    }

    /// Handles what a device showed to know of the call.
    mutating func handle(_ acknowledgement: Acknowledgement, of index: Int, _ turn: inout Turn) {
        guard !legs[index].isOver else { return }
        if replacement?.successor == index { return confirmReplacement(acknowledgement, &turn) }
        switch acknowledgement {
        case .heardLater: if legs[index].reattachment == .none { legs[index].knowledge.isAnswered = true }
        case .lacksCall: missesCall(index, &turn)
        case .hasRingingCall:
            legs[index].knowledge.hasAcknowledgedRinging = true
            guard legs[index].reattachment != .probed else { return }
            legs[index].knowledge.isDoubted = false
            stopAwaitingAcknowledgement(index, &turn)
        case .hasCall, .hasAnsweredCall:
            legs[index].knowledge.hasAcknowledged = true
            let isReturning = [.awaitingOffer, .offered].contains(legs[index].reattachment)
            if acknowledgement == .hasAnsweredCall, !isReturning { legs[index].knowledge.isAnswered = true }
            guard legs[index].reattachment != .probed || acknowledgement == .hasAnsweredCall else { return }
            legs[index].knowledge.isDoubted = false
            stopAwaitingAcknowledgement(index, &turn)
            if legs[index].reattachment == .probed { goOn(index, &turn) }
        }
    }

    /// Handles the end of the wait for an acknowledgement.
    mutating func acknowledgementTimeIsOver(_ leg: LegID, due deadline: Duration, _ turn: inout Turn) {
        guard let index = legs.firstIndex(where: { $0.id == leg }), legs[index].knowledge.deadline == deadline else {
            return
        }
        missesCall(index, &turn)
    }

    /// Stops the wait for an acknowledgement, if there is one.
    mutating func stopAwaitingAcknowledgement(_ index: Int, _ turn: inout Turn) {
        guard let deadline = legs[index].knowledge.deadline else { return }
        legs[index].knowledge.deadline = nil
        turn.cancel(.acknowledgement(id, legs[index].id), due: deadline)
    }

    /// Notes that a device's media and its knowledge of the other side's may not fit together any more, so that only
    /// an offer helps it when it comes back.
    mutating func markOutdated(_ index: Int) {
        guard legs[index].capabilities.contains(.acknowledgements) else { return }
        legs[index].knowledge.isOutdated = true
    }

    /// The device kept its call and its media over the loss of its socket.
    private mutating func goOn(_ index: Int, _ turn: inout Turn) {
        guard !legs[index].knowledge.isOutdated else {
            // The other side got new media while this device was being asked.
            legs[index].reattachment = .awaitingOffer
            return offerReturn(to: index, &turn)
        }
        legs[index].reattachment = .none
        turn.settledReturns.append(LegIndex(session: id, index: index))
        if let peer = counterpart(of: index) ?? peer(of: index) { passCandidates(from: peer, to: index, &turn) }
        proceed(for: index, &turn)
    }

    /// A device does not have the call. An answered one can be offered to it; a caller that waits for an answer cannot
    /// be, and its call ends, so that no callee sits in silence.
    private mutating func missesCall(_ index: Int, _ turn: inout Turn) {
        if replacement?.successor == index { return leaveReplacement(Ending(.dropped), isReportedNow: true, &turn) }
        let isDoubted = legs[index].knowledge.isDoubted
        guard isDoubted || legs[index].reattachment == .probed else { return }
        stopAwaitingAcknowledgement(index, &turn)
        legs[index].knowledge.isDoubted = false
        guard isDoubted else {
            legs[index].reattachment = .awaitingOffer
            return offerReturn(to: index, &turn)
        }
        if case .active = state { end(Ending(.dropped), &turn) } else { end(Ending(.cancelled), &turn) }
    }

    mutating func awaitAcknowledgement(_ index: Int, for wait: Duration, _ turn: inout Turn) {
        legs[index].knowledge.deadline = turn.start(.acknowledgement(id, legs[index].id), after: wait)
    }
}

/// The knowledge of its call that a device has shown.
struct LegKnowledge: Hashable, Sendable {
    /// Whether the device has acknowledged an INVITE or an answer of the call, so that its silence may mean something.
    var hasAcknowledged = false
    /// Whether the device has acknowledged that its call rings, which some clients do and nothing else.
    var hasAcknowledgedRinging = false
    /// Whether the device is known to know that the call is answered.
    var isAnswered = false
    /// Whether its media and its view of the other side's may not fit together.
    var isOutdated = false
    /// Whether the device came back while the call rang, and has not shown since that it has the call.
    var isDoubted = false
    /// Until when the device is to acknowledge a message; nil while nothing depends on it.
    var deadline: Duration?
}
