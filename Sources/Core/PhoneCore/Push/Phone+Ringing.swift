import CallModel

/// A call comes in.
extension Phone {
    /// Reports a new call and gives it its deadlines.
    ///
    /// - Parameter duration: how long it may ring.
    mutating func ring(_ call: PhoneCall, for duration: Duration, into effects: inout [PhoneEffect]) {
        var call = call
        call.makeReport(.announce, into: &effects)
        effects.append(.startTimer(.ring(call.id), after: duration))
        effects.append(.prepare(.audio))
        effects.append(.prepare(.network))
        if call.line == nil, books.isReady(call) { call.awaitInvite(limits: limits, into: &effects) }
        takeUp(call.session, call.vendor, into: &effects)
        books.calls.add(call)
    }

    /// What a process before this one rang for is this call, and told of by its name if it has to be.
    mutating func takeUp(_ session: CallSessionID?, _ vendor: VendorCallID?, into effects: inout [PhoneEffect]) {
        guard let former = books.past.takeUp(session: session, vendor: vendor) else { return }
        tell(.announcedAgain(former), into: &effects)
    }
}

extension PhoneCall {
    /// The exchange can be heard: the INVITE is due.
    mutating func awaitInvite(limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        guard stage.isIncoming, line == nil, !awaitsInvite else { return }
        awaitsInvite = true
        effects.append(.startTimer(.invite(id), after: limits.inviteWait))
    }

    /// The INVITE is here, or its sender cannot be heard any more.
    mutating func stopAwaitingInvite(into effects: inout [PhoneEffect]) {
        guard awaitsInvite, !marks.awaitsReason else { return }
        awaitsInvite = false
        effects.append(.stopTimer(.invite(id)))
    }
}
