import CallModel

/// Events of signaling calls.
extension Phone {
    mutating func handle(_ event: LineEvent, on line: LineID, into effects: inout [PhoneEffect]) {
        switch event {
        case .invited(let invitation): invited(invitation, on: line, into: &effects)
        case .changed(let state): pass(.lineChanged(state), on: line, into: &effects)
        case .terminationLost: state.past.terminationLost(on: line, limits: limits, into: &effects)
        case .ended(let ending, let isReported):
            state.past.lineEnded(line)
            let ended = PhoneCallEvent.lineEnded(ending, isReported: isReported, canAsk: state.session.isUsable)
            pass(ended, on: line, into: &effects)
        case .failed(let failure): pass(.lineFailed(failure), on: line, into: &effects)
        case .transferFailed(let ending): pass(.transferFailed(ending), on: line, into: &effects)
        }
    }

    private mutating func pass(_ event: PhoneCallEvent, on line: LineID, into effects: inout [PhoneEffect]) {
        if let call = state.calls.call(on: line) { pass(event, to: call.id, into: &effects) }
    }

    /// An INVITE came: for a call that a push announced, for an ended call, or for a call that was not announced.
    private mutating func invited(_ invitation: IncomingInvite, on line: LineID, into effects: inout [PhoneEffect]) {
        let naming = CallIdentifiers(invitation)
        switch PushCorrelator(calls: state.calls, past: state.past).match(naming) {
        case .known(let id, let byNumber):
            beginRound(naming, of: id, into: &effects)
            let display = state.display(invitation.caller, of: invitation.registration.organization)
            pass(
                .invited(line, invitation.registration, naming, display, byNumber: byNumber), to: id,
                into: &effects)
            guard state.calls[id]?.line?.id == line else { return }
            takeUp(naming, into: &effects)
            endTwin(of: id, naming, into: &effects)
        case .over(let past): state.past.meet(past.id, on: line, into: &effects)
        case .outdated: break  // The exchange has already ended this round.
        case .new, .oneOfSeveral: ringUnannounced(invitation, on: line, into: &effects)
        }
    }

    /// Ends the twin of a call. Nothing connected the two pushes of the call before, so it rang twice; the INVITE names
    /// both.
    private mutating func endTwin(of id: CallUUID, _ naming: CallIdentifiers, into effects: inout [PhoneEffect]) {
        guard let vendor = naming.vendor,
            let twin = state.calls.calls.first(where: {
                $0.id != id && $0.vendor == vendor && $0.session == nil && $0.stage.isIncoming && $0.line == nil
            })
        else { return }
        pass(.doubled, to: twin.id, into: &effects)
    }

    /// Rings for a call without a push. The app was connected, so no push was needed or it is still on its way.
    private mutating func ringUnannounced(
        _ invitation: IncomingInvite, on line: LineID, into effects: inout [PhoneEffect]
    ) {
        guard !state.refusesCalls else { return effects.append(.line(.decline(line, isBusy: true))) }
        let spare = CallUUID(line: line, process: state.process)
        let id = state.name(invitation.session, invitation.vendor) ?? spare
        let isUsed = state.past.contains(id) || state.calls[id] != nil
        let call = PhoneCall(
            id: isUsed ? spare : id, direction: .inbound, session: invitation.session, round: invitation.round,
            vendor: invitation.vendor, organization: invitation.registration.organization,
            display: state.display(invitation.caller, of: invitation.registration.organization),
            isCallerTold: CallIdentifiers(invitation).includesCaller(invitation.caller), stage: .ringing,
            line: CallLine(id: line, registration: invitation.registration, state: CallState(idle: .inbound)))
        pass(.announced(call, left: nil, mustReport: true), into: &effects)
    }
}
