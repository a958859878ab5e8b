import CallModel

/// VoIP pushes. The first effect of each is a report, unless the system says that none is due.
extension Phone {
    mutating func handle(_ push: VoIPPush, into effects: inout [PhoneEffect]) {
        switch push.notice {
        case .call(let call): announced(call, push, into: &effects)
        case .ended(let session, let vendor, let reason, let round):
            let naming = CallIdentifiers(session: session, round: round, vendor: vendor)
            ended(naming, reason, push, into: &effects)
            removeAlert(of: session, round, into: &effects)
        case .unreadable: throwAway(push, .unreadable, .unanswered, into: &effects)
        }
    }

    private mutating func announced(_ pushed: PushedCall, _ push: VoIPPush, into effects: inout [PhoneEffect]) {
        guard !state.refusesCalls else { return throwAway(push, .signedOut, .answeredElsewhere, into: &effects) }
        let naming = CallIdentifiers(pushed)
        switch PushCorrelator(calls: state.calls, past: state.past).match(naming) {
        case .known(let id, let byNumber):
            again(id, push, into: &effects)
            let display = state.display(pushed.display, of: pushed.organization)
            let before = state.calls[id].flatMap { state.registration(of: $0) }
            beginRound(naming, of: id, into: &effects)
            state.calls.change(id) { [limits] in
                $0.learn(naming, display: display, into: &effects)
                // Another push of the call may contain a ring deadline that the first did not.
                guard $0.stage == .ringing, push.ringLeft != nil else { return }
                effects.append(.startTimer(.ring(id), after: push.ringDuration(limits)))
            }
            if let former = takeUp(naming, into: &effects) { state.calls.change(id) { $0.goOn(from: former) } }
            if byNumber { effects.append(.log(.pairedByNumber(id))) }
            moved(id, from: before, into: &effects)
            route(id, over: pushed.edge, into: &effects)
        case .oneOfSeveral(let id), .outdated(let id): again(id, push, into: &effects)
        case .over(let past):
            let reason = past.outcome.map(SystemEndReason.init(over:)) ?? .unanswered
            let display = state.display(pushed.display, of: pushed.organization)
            throwAway(push, .sessionOver, reason, display: display, into: &effects)
            removeAlert(of: naming.session, naming.round, into: &effects)
        case .new: announcedFirst(pushed, push, into: &effects)
        }
    }

    private mutating func announcedFirst(_ pushed: PushedCall, _ push: VoIPPush, into effects: inout [PhoneEffect]) {
        var call = PhoneCall(
            id: freshName(for: pushed, push.spare), direction: .inbound, session: pushed.session, round: pushed.round,
            vendor: pushed.vendor, organization: pushed.organization, provider: pushed.provider, edge: pushed.edge,
            display: state.display(pushed.display, of: pushed.organization),
            isCallerTold: CallIdentifiers(pushed).includesCaller(pushed.display), stage: .ringing)
        if state.isLocked {
            throwAway(push, .locked, .unanswered, display: call.display, into: &effects)
            effects.append(.notification(.unlockNeeded(push.spare)))
        } else if push.isExpired(limits) {
            refuse(&call, push, .expired, .ringLimit, into: &effects)
        } else if state.calls.liveCount >= limits.callsMax {
            refuse(&call, push, .busy, .busy, into: &effects)
        } else {
            ring(call, for: push.ringDuration(limits), into: &effects)
            route(call.id, over: pushed.edge, into: &effects)
        }
    }

    /// The exchange began a new round of a call that had not been settled here. The old round and its line have ended
    /// at the exchange; the INVITE of the new one is due.
    mutating func beginRound(_ naming: CallIdentifiers, of id: CallUUID, into effects: inout [PhoneEffect]) {
        guard let call = state.calls[id], let session = call.session, call.stage.isIncoming, naming.session == session,
            naming.round > call.round
        else { return }
        removeAlert(of: session, call.round, into: &effects)
        let isReady = state.isReady(call)
        state.calls.change(id) { [limits] in
            $0.marks = RingFlags()
            $0.stopAwaitingInvite(into: &effects)
            ($0.round, $0.line, $0.vendor) = (naming.round, nil, nil)
            if isReady { $0.awaitInvite(limits: limits, into: &effects) }
        }
    }

    /// A push or an INVITE may have changed the registration where the call waits. The state of the former connection
    /// then says nothing about it.
    private mutating func moved(_ id: CallUUID, from before: RegistrationID?, into effects: inout [PhoneEffect]) {
        guard let call = state.calls[id], call.line == nil, state.registration(of: call) != before else { return }
        let isReady = state.isReady(call)
        state.calls.change(id) { [limits] in
            $0.stopAwaitingInvite(into: &effects)
            if isReady { $0.awaitInvite(limits: limits, into: &effects) }
        }
    }

    /// Directs the connection to the edge where the call waits, because the INVITE comes only there. An existing
    /// connection may lead to another edge, or may have been made without asking for calls; a new one will be made to
    /// this edge.
    private mutating func route(_ id: CallUUID, over edge: VendorEdge?, into effects: inout [PhoneEffect]) {
        guard let call = state.calls[id], call.stage.isIncoming, call.line == nil else { return }
        if let edge { state.calls.change(id) { $0.edge = edge } }
        guard let registration = state.registration(of: call), registration.provider == .carrier,
            state.connections.phase(of: registration).isUnderWay
        else { return }
        let isUsed = state.calls.calls.contains { $0.line?.registration == registration }
        guard edge != nil || !isUsed && state.carrierTokens.missesCalls(of: registration) else { return }
        connect(registration, isUsed: isUsed, into: &effects)
    }

    /// A push announced only the end of a call. If it overtakes the announcement of the call, it is remembered (pitfall
    /// 25).
    private mutating func ended(
        _ naming: CallIdentifiers, _ reason: EndReason, _ push: VoIPPush, into effects: inout [PhoneEffect]
    ) {
        switch PushCorrelator(calls: state.calls, past: state.past).match(naming) {
        case .known(let id, _):
            again(id, push, into: &effects)
            guard let call = state.calls[id], call.stage.isIncoming else { return }
            finish(id, .remote(reason, call), into: &effects)
        case .oneOfSeveral(let id), .outdated(let id): again(id, push, into: &effects)
        case .over(let past):
            throwAway(push, .onlyNews, SystemEndReason(over: past.outcome ?? reason), into: &effects)
        case .new:
            throwAway(push, .onlyNews, SystemEndReason(over: reason), into: &effects)
            guard naming.session != nil || naming.vendor != nil else { return }
            if let former = state.past.settle(naming, reason) { return pass(.update(former, reason), into: &effects) }
            guard !missedUnheard(naming, reason, push, into: &effects) else { return }
            state.past.add(
                PastCall(
                    id: push.spare, session: naming.session, round: naming.round, vendor: naming.vendor,
                    organization: nil,
                    provider: .exchange, outcome: reason, farewell: nil, line: nil),
                limits: limits, into: &effects)
        }
    }

    /// Reports a call again under its name, because another push of it came. Source: C11.
    private mutating func again(_ id: CallUUID, _ push: VoIPPush, into effects: inout [PhoneEffect]) {
        guard push.mustReport else { return }
        state.calls.change(id) { $0.makeReport(.again, into: &effects) }
    }

    /// The name that is derived from the session, unless another call had it before: the system does not accept a name
    /// twice. Source: C28.
    private func freshName(for call: PushedCall, _ spare: CallUUID) -> CallUUID {
        guard let id = state.name(call.session, call.vendor), !state.past.contains(id), state.calls[id] == nil else {
            return spare
        }
        return id
    }
}

extension VoIPPush {
    /// Whether the announced call no longer rings, by the exchange's deadline or, without one, by the push's age.
    func isExpired(_ limits: PhoneLimits) -> Bool {
        if let ringLeft { return ringLeft <= .zero }
        return age.map { $0 > limits.pushAgeMax } ?? false
    }

    /// How long the call may ring: until the exchange stops, and no longer than the phone's limit.
    func ringDuration(_ limits: PhoneLimits) -> Duration {
        guard let ringLeft else { return limits.ringDuration }
        return max(.zero, min(limits.ringDurationMax, ringLeft))
    }
}

/// Inbound calls.
extension Phone {
    /// Reports a new call and starts its timers.
    ///
    /// - Parameter duration: how long the call may ring.
    mutating func ring(_ call: PhoneCall, for duration: Duration, into effects: inout [PhoneEffect]) {
        var call = call
        call.makeReport(.announce, into: &effects)
        effects.append(.startTimer(.ring(call.id), after: duration))
        effects.append(.prepare(.audio))
        effects.append(.prepare(.network))
        if let former = takeUp(CallIdentifiers(call), into: &effects) { call.goOn(from: former) }
        if call.line == nil, state.isReady(call) { call.awaitInvite(limits: limits, into: &effects) }
        state.calls.add(call)
    }

    /// Takes over a call that rang in an earlier process. A notice of it then uses the new name.
    ///
    /// - Returns: the earlier process's record of the call.
    @discardableResult
    mutating func takeUp(_ naming: CallIdentifiers, into effects: inout [PhoneEffect]) -> PastCall? {
        guard let former = state.past.takeUp(session: naming.session, vendor: naming.vendor) else { return nil }
        pass(.announcedAgain(former.id), into: &effects)
        return former
    }
}

extension PhoneCall {
    /// The call rang in an earlier process, which may have known both its identifiers and its organization, while a push
    /// contains less: a carrier's names no organization. Legs that the exchange dialed in this round lead nowhere.
    mutating func goOn(from former: PastCall) {
        if session == nil { (session, round) = (former.session, former.round) }
        vendor = vendor ?? former.vendor
        organization = organization ?? former.organization
        if round == former.round { marks.leadsNowhere = true }
    }

    /// Starts to wait for the INVITE, because the provider is connected.
    mutating func awaitInvite(limits: PhoneLimits, into effects: inout [PhoneEffect]) {
        guard stage.isIncoming, line == nil, !awaitsInvite else { return }
        awaitsInvite = true
        effects.append(.startTimer(.invite(id), after: limits.inviteWait))
    }

    /// Stops waiting for the INVITE: it came, or the connection to its sender was lost.
    mutating func stopAwaitingInvite(into effects: inout [PhoneEffect]) {
        guard awaitsInvite, !marks.awaitsReason else { return }
        awaitsInvite = false
        effects.append(.stopTimer(.invite(id)))
    }
}

/// Reports of calls that are ended at once. They are made only because each push must lead to a report.
extension Phone {
    /// Reports a call under a new name, and ends it when the report completes.
    mutating func throwAway(
        _ push: VoIPPush, _ cause: DiscardedPushReason, _ reason: SystemEndReason, display: CallDisplay = .unknown,
        into effects: inout [PhoneEffect]
    ) {
        if push.mustReport {
            var call = PhoneCall(
                id: push.spare, direction: .inbound, display: display, stage: .over(reason))
            call.makeReport(.throwaway, into: &effects)
            effects.append(.startTimer(.report(call.id), after: limits.reportWait))
            state.calls.add(call)
        }
        effects.append(.log(.thrownAway(push.spare, cause)))
    }

    /// Reports a call under its name and ends it without ringing.
    mutating func refuse(
        _ call: inout PhoneCall, _ push: VoIPPush, _ cause: DiscardedPushReason, _ exit: CallExit,
        into effects: inout [PhoneEffect]
    ) {
        if push.mustReport { call.makeReport(.throwaway, into: &effects) }
        effects.append(.log(.thrownAway(call.id, cause)))
        takeUp(CallIdentifiers(call), into: &effects)
        state.calls.add(call)
        finish(call.id, exit, into: &effects)
    }
}
