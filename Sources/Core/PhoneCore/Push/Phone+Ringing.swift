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
        if let former = takeUp(CallNaming(call), into: &effects) { call.goOn(from: former) }
        books.calls.add(call)
    }

    /// What a process before this one rang for is this call, and told of by its name if it has to be.
    ///
    /// - Returns: what that process knew of it.
    @discardableResult
    mutating func takeUp(_ naming: CallNaming, into effects: inout [PhoneEffect]) -> PastCall? {
        guard let former = books.past.takeUp(session: naming.session, vendor: naming.vendor) else { return nil }
        tell(.announcedAgain(former.id), into: &effects)
        return former
    }
}

extension PhoneCall {
    /// A process before this one rang for it. That may have known it by both names, of which a push says one; and what the
    /// exchange dialled for it in this round leads nowhere.
    mutating func goOn(from former: PastCall) {
        if session == nil { (session, round) = (former.session, former.round) }
        vendor = vendor ?? former.vendor
        if round == former.round { marks.leadsNowhere = true }
    }

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
