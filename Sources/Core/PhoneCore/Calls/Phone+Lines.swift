import CallModel

/// What signalling says.
extension Phone {
    mutating func take(_ event: LineEvent, on line: LineID, into effects: inout [PhoneEffect]) {
        switch event {
        case .invited(let invitation): invited(invitation, on: line, into: &effects)
        case .changed(let state): changed(state, on: line, into: &effects)
        case .ended(let ending, let isTold):
            books.past.lineEnded(line)
            guard let call = books.calls.call(on: line) else { return }
            change(call.id, into: &effects) { [limits, canAsk = books.session.isUsable] in
                $0.lineEnded(ending, isTold: isTold, canAsk: canAsk, limits: limits, into: &$1)
            }
        case .failed(let failure):
            guard let call = books.calls.call(on: line) else { return }
            change(call.id, into: &effects) { $0.lineFailed(failure, into: &$1) }
        }
    }

    private mutating func changed(_ state: CallState, on line: LineID, into effects: inout [PhoneEffect]) {
        guard let call = books.calls.call(on: line) else { return }
        books.calls.change(call.id) { [limits] in $0.lineChanged(state, limits: limits, into: &effects) }
        guard call.stage != .connected, books.calls[call.id]?.stage == .connected else { return }
        yieldOthers(to: call.id, into: &effects)
    }

    /// An INVITE: of a call that a push announced, of one that is over, or of one that only the connection knows of.
    private mutating func invited(_ invitation: Invitation, on line: LineID, into effects: inout [PhoneEffect]) {
        let naming = CallNaming(invitation)
        switch PushCorrelator(calls: books.calls, past: books.past).match(naming) {
        case .known(let id, let byNumber):
            beginRound(naming, of: id, into: &effects)
            guard let call = books.calls[id], call.stage.isIncoming, call.line == nil || call.marks.leadsNowhere else {
                // The call has a line: this one is another branch of it to the same device, and too many.
                return effects.append(.line(.decline(line, isBusy: true)))
            }
            // One that was still on its way when the exchange dialled this one in its place.
            if let former = call.line { effects.append(.line(.decline(former.id, isBusy: true))) }
            if byNumber { effects.append(.log(.pairedByNumber(id))) }
            let display = books.display(invitation.display, of: invitation.registration.organization)
            books.calls.change(id) { [limits] in
                $0.learn(naming, display: display, into: &effects)
                $0.bind(line, over: invitation.registration, limits: limits, into: &effects)
            }
            takeUp(naming, into: &effects)
            endTwin(of: id, naming, into: &effects)
        case .over(let past): books.past.meet(past.id, on: line, into: &effects)
        case .outdated: break  // The exchange has ended it already, and this came before that.
        case .new, .oneOfSeveral: ringUnannounced(invitation, on: line, into: &effects)
        }
    }

    /// A call that rings twice because nothing joined its two pushes before: the INVITE names both.
    private mutating func endTwin(of id: CallUUID, _ naming: CallNaming, into effects: inout [PhoneEffect]) {
        guard let vendor = naming.vendor,
            let twin = books.calls.calls.first(where: {
                $0.id != id && $0.vendor == vendor && $0.session == nil && $0.stage.isIncoming && $0.line == nil
            })
        else { return }
        finish(twin.id, .twin, into: &effects)
    }

    /// The app was connected, so no push was needed or it is still on its way.
    private mutating func ringUnannounced(
        _ invitation: Invitation, on line: LineID, into effects: inout [PhoneEffect]
    ) {
        guard books.calls.liveCount < limits.callsMax, !books.refusesCalls else {
            return effects.append(.line(.decline(line, isBusy: true)))
        }
        let spare = CallUUID(line: line, process: books.process)
        let id = books.name(invitation.session, invitation.vendor) ?? spare
        let isUsed = books.past.contains(id) || books.calls[id] != nil
        var call = PhoneCall(
            id: isUsed ? spare : id, direction: .inbound, session: invitation.session, round: invitation.round,
            vendor: invitation.vendor, organization: invitation.registration.organization,
            display: books.display(invitation.display, of: invitation.registration.organization), stage: .ringing)
        call.bind(line, over: invitation.registration, limits: limits, into: &effects)
        ring(call, for: limits.ringDuration, into: &effects)
    }
}
