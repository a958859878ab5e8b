internal import CallModel

extension GatewayCall {
    /// A device hangs up: it ends the call, cancels it, or declines it.
    mutating func hangUp(
        _ index: Int, _ cause: HangUpCause, _ status: SIPStatus?, asker: Asker, _ turn: inout Turn
    ) {
        if let ending = legs[index].state.ending { return turn.refuse(.callEnded(ending), to: asker) }
        turn.reply(.ended(legs[index].callID, cause), to: asker)
        release(index, cause, status, &turn)
    }

    /// A device leaves the call with that cause, and knows it.
    mutating func release(_ index: Int, _ cause: HangUpCause, _ status: SIPStatus?, _ turn: inout Turn) {
        switch state {
        case .active where takesPartInReplacement(index):
            leaveDuringReplacement(index, Ending(.cancelled), isReportedNow: false, &turn)
        case .active:
            let reason = EndReason(ofConnectedCallWith: cause)
            end(Self.ending(reason == .dropped ? .dropped : .completed, cause, status), leaver: index, &turn)
        case .ringing where index == Self.caller:
            end(Ending(.cancelled), leaver: index, &turn)
        case .ringing:
            finish(index, Self.decline(cause, status), isReportedNow: false, &turn)
        case .ended: break  // Every leg of an ended call is over already.
        }
    }

    /// Makes the ending that a device asked for, with the SIP status it gave, or else the usual one for the reason:
    /// the other devices are always told a status.
    private static func ending(_ reason: EndReason, _ cause: HangUpCause, _ status: SIPStatus?) -> Ending {
        Ending(
            reason, cause: cause, sipCode: status?.code ?? reason.defaultSIPCode,
            sipReason: status.map(\.reason) ?? reason.defaultSIPReason)
    }

    /// Makes the ending of a call that a called device declined. Devices decline with many hang-up causes. The
    /// exchange passes on only causes that say more than "declined": clients would show cause 16, for example, as
    /// "canceled".
    private static func decline(_ cause: HangUpCause, _ status: SIPStatus?) -> Ending {
        let reason = EndReason(
            ofUnansweredCallWith: cause, sipCode: status?.code, wasRinging: true, reportedTo: .settlingDevice)
        switch reason {
        case .busy, .incompatible, .failed, .unreachable: return ending(reason, cause, status)
        case .noAnswer, .cancelled, .declinedElsewhere, .declined, .answeredElsewhere, .dropped, .completed:
            return ending(.declined, EndReason.declined.defaultCause, status)
        }
    }

    /// Ends the call for the operator.
    mutating func endByOperator(_ turn: inout Turn) {
        switch state {
        case .ringing: end(Ending(.failed), &turn)
        case .active: end(Ending(.completed), &turn)
        case .ended: break
        }
    }

    /// Ends the call for every leg.
    ///
    /// - Parameter leaver: the leg that ended the call, and need not be told.
    mutating func end(_ ending: Ending, leaver: Int? = nil, _ turn: inout Turn) {
        guard !isEnded else { return }
        let wasKept = isKept
        stopTimers(&turn)
        if let taking = replacement {
            replacement = nil
            finish(taking.successor, ending, isReportedNow: taking.successor != leaver, isRecorded: false, &turn)
            recordEnd(ofFormer: taking.former, &turn)
        }
        abandonRenegotiation(.callEnded(ending), &turn)
        let unsettled = freshOffer
        freshOffer = nil
        if let unsettled, let request = unsettled.request {
            settle(request, of: unsettled, .callEnded(ending), &turn)
        }
        for index in legs.indices {
            finish(index, ending, isReportedNow: index != leaver, &turn)
        }
        callOff(ending, &turn)
        state = .ended(ending)
        endedAt = turn.now
        record(.ended(ending), &turn)
        if wasKept { turn.effects.append(.discard(id)) }
        strip()
        turn.endedCalls.append(id)
    }

    /// Ends one leg.
    ///
    /// - Parameter isReportedNow: whether its device has yet to be told. A device that was never told of the call is not
    ///   told of its end either.
    /// - Parameter isRecorded: whether the end is recorded; not for a device that was to take the call and did not.
    mutating func finish(
        _ index: Int, _ ending: Ending, isReportedNow: Bool, isRecorded: Bool = true, _ turn: inout Turn
    ) {
        guard !legs[index].isOver else { return }
        let knows = index == Self.caller || legs[index].state != .planned
        let connection = legs[index].connection
        stopAwaitingAcknowledgement(index, &turn)
        if [.probed, .awaitingOffer].contains(legs[index].reattachment) {
            turn.settledReturns.append(LegIndex(session: id, index: index))
        }
        let isOwed = knows && isReportedNow
        legs[index].state = .over(ending, isKnown: !isOwed)
        legs[index].strip()
        if isRecorded {
            if !isToNumber { record(.legOver(legs[index].id, ending), &turn) }
            if let answer = removeWaitingAnswer(of: index) { turn.refuse(.callEnded(ending), to: answer.asker) }
            reportEnd(of: index, ending, isOwnDoing: !isReportedNow, &turn)
        }
        if isOwed, let connection { turn.send(.bye(legs[index].callID, ending), to: connection) }
        turn.overLegs.append(LegIndex(session: id, index: index))
    }

    /// Frees what only a live call needs.
    private mutating func strip() {
        invitation.headers = []
        invitation.clientState = nil
        invitation.preferredCodecs = []
        offerToTransfer = nil
    }
}
