internal import CallModel
internal import RingCore

/// A device that answered, and waits for its ring session to decide whether it has the call.
struct WaitingAnswer: Hashable, Sendable {
    let leg: Int
    let asker: Asker
    let headers: [CustomHeader]
}

/// How a call obeys its ring session. Media and messages between the two sides are not commanded.
extension GatewayCall {
    // MARK: - Ringing

    /// Whether a leg was ordered before.
    func wasOrdered(_ leg: LegID) -> Bool { unreachable.contains(leg) || legs.contains { $0.id == leg } }

    /// Notes that a device that was to be rung is not logged in, or that the call has had too many legs.
    mutating func noteUnreachable(_ leg: LegID, _ turn: inout Turn) {
        unreachable.insert(leg)
        report(.hungUp(.leg(leg), .unreachable), &turn)
    }

    /// Handles the login of a device whose user the call rings. If the device's leg rings at another login, which may
    /// be dead unnoticed, it rings at this one now.
    ///
    /// - Returns: the leg that moved, and the session it moved from.
    mutating func loggedIn(
        _ device: RegisteredSession, _ turn: inout Turn
    ) -> (index: Int, from: SignalingSessionID)? {
        guard isRinging, attendantLeg == nil, legs[Self.caller].session != device.id, canRing(device) else {
            return nil
        }
        let index = legs.indices.dropFirst().last {
            !legs[$0].isOver && legs[$0].user == device.user && legs[$0].device == device.device
        }
        guard let index else {
            reportArrival(of: device, &turn)
            return nil
        }
        let former = legs[index].session
        guard former != device.id, legs[index].state != .answered else { return nil }
        send(index, .bye(legs[index].callID, Ending(.cancelled)), &turn)
        // The early description was that of the former login.
        if early?.leg == index { endEarlyDescription(ofAllBut: Self.caller) }
        legs[index].move(to: device)
        if legs[index].state == .ringing { invite(index, &turn) } else { ring(index, &turn) }
        return (index, former)
    }

    // MARK: - Answering

    /// Whether a leg that answers has to wait for the command that joins it to the caller.
    func waitsForBridge(_ index: Int) -> Bool { attendantLeg != index }

    /// Keeps a device's answer until the ring session decides whether it has the call.
    mutating func awaitBridge(_ index: Int, _ answering: AnswerRequest, asker: Asker, _ turn: inout Turn) {
        legs[index].state = .answered
        accept(answering, of: index)
        answers.append(WaitingAnswer(leg: index, asker: asker, headers: answering.headers))
        report(.answered(.leg(legs[index].id)), &turn)
    }

    /// Removes and returns the waiting answer of a leg.
    mutating func removeWaitingAnswer(of index: Int) -> WaitingAnswer? {
        guard let place = answers.firstIndex(where: { $0.leg == index }) else { return nil }
        return answers.remove(at: place)
    }

    /// Joins the caller and a leg that has answered: that leg has the call.
    mutating func bridge(to leg: LegID, _ turn: inout Turn) -> CommandResult {
        guard let index = legs.firstIndex(where: { $0.id == leg }), index != Self.caller, !legs[index].isOver else {
            return .alreadyOver
        }
        switch state {
        case .active(let claim): return claim.winner == index ? .accepted(nil) : .refused
        case .ended: return .alreadyOver
        case .ringing:
            guard let answer = removeWaitingAnswer(of: index) else { return .conflict }
            claim(index, answer.headers, asker: answer.asker, &turn)
            return .accepted(nil)
        }
    }

    // MARK: - Ending

    /// Ends a leg. If it is the caller's, or is joined to the caller, the call ends.
    mutating func hangUp(_ leg: LegRef, _ reason: EndReason, _ turn: inout Turn) -> CommandResult {
        guard let index = legs.firstIndex(where: { $0.id == id(of: leg) }), !legs[index].isOver else {
            return .alreadyOver
        }
        let ending = ending(for: reason)
        if index == Self.caller || peer(of: index) != nil {
            end(ending, &turn)
        } else {
            finish(index, ending, isReportedNow: true, &turn)
        }
        return .accepted(nil)
    }

    /// How a call ends for the reason that its ring session gives. Of a call between users the caller is told the
    /// strongest ending of the devices if each has ended the call by itself, with the status it gave.
    func ending(for reason: EndReason) -> Ending {
        guard case .ringing(let ringing) = state, !isToNumber else { return Ending(reason) }
        if let known = divertedAfter ?? failure { return known }
        if ringing.isOver { return Ending(rangAt == nil && woken.isEmpty ? .unreachable : reason) }
        var strongest: Ending?
        for leg in legs.dropFirst() {
            guard let ending = leg.state.ending else { return Ending(reason) }
            strongest = strongest?.joined(with: ending) ?? ending
        }
        return strongest ?? Ending(reason)
    }

    /// The leg's id; the caller's leg is number 0 of its session.
    func id(of leg: LegRef) -> LegID {
        switch leg {
        case .parent: legs[Self.caller].id
        case .leg(let id): id
        }
    }
}
