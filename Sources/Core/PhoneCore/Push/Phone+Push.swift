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
            pass(.learned(naming, display), to: id, into: &effects)
            // Another push of the call may contain a ring deadline that the first did not.
            if let left = push.ringLeft { pass(.ringsOn(left: left), to: id, into: &effects) }
            if let former = takeUp(naming, into: &effects) { pass(.goesOn(former), to: id, into: &effects) }
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
        let call = PhoneCall(
            id: freshName(for: pushed, push.spare), direction: .inbound, session: pushed.session, round: pushed.round,
            vendor: pushed.vendor, organization: pushed.organization, provider: pushed.provider, edge: pushed.edge,
            display: state.display(pushed.display, of: pushed.organization),
            isCallerTold: CallIdentifiers(pushed).includesCaller(pushed.display), stage: .ringing)
        if state.isLocked {
            throwAway(push, .locked, .unanswered, display: call.display, into: &effects)
            effects.append(.notification(.unlockNeeded(push.spare)))
        } else if push.isExpired(limits) {
            pass(.expired(call, mustReport: push.mustReport), into: &effects)
        } else {
            pass(.announced(call, left: push.ringLeft, mustReport: push.mustReport), into: &effects)
            route(call.id, over: pushed.edge, into: &effects)
        }
    }

    /// The exchange may have begun a new round of a call that had not been settled here.
    mutating func beginRound(_ naming: CallIdentifiers, of id: CallUUID, into effects: inout [PhoneEffect]) {
        guard let call = state.calls[id] else { return }
        pass(.roundBegan(naming, isReady: state.isReady(call)), to: id, into: &effects)
    }

    /// A push or an INVITE may have changed the registration where the call waits.
    private mutating func moved(_ id: CallUUID, from before: RegistrationID?, into effects: inout [PhoneEffect]) {
        guard let call = state.calls[id], call.line == nil, state.registration(of: call) != before else { return }
        pass(.moved(isReady: state.isReady(call)), to: id, into: &effects)
    }

    /// Directs the connection to the edge where the call waits, because the INVITE comes only there. An existing
    /// connection may lead to another edge, or may have been made without asking for calls; a new one will be made to
    /// this edge.
    private mutating func route(_ id: CallUUID, over edge: VendorEdge?, into effects: inout [PhoneEffect]) {
        if let edge { pass(.waits(at: edge), to: id, into: &effects) }
        guard let call = state.calls[id], call.stage.isIncoming, call.line == nil,
            let registration = state.registration(of: call), registration.provider == .carrier,
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
            pass(.endPushed(reason), to: id, into: &effects)
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
                    provider: .exchange, outcome: reason, termination: nil, line: nil),
                limits: limits, into: &effects)
        }
    }

    /// Reports a call again under its name, because another push of it came. Source: C11.
    private mutating func again(_ id: CallUUID, _ push: VoIPPush, into effects: inout [PhoneEffect]) {
        guard push.mustReport else { return }
        pass(.pushedAgain, to: id, into: &effects)
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
}

/// Reports of calls that are ended at once. They are made only because each push must lead to a report.
extension Phone {
    /// Reports a call under a new name, and ends it when the report completes.
    mutating func throwAway(
        _ push: VoIPPush, _ cause: DiscardedPushReason, _ reason: SystemEndReason, display: CallDisplay = .unknown,
        into effects: inout [PhoneEffect]
    ) {
        if push.mustReport {
            let call = PhoneCall(id: push.spare, direction: .inbound, display: display, stage: .over(reason))
            pass(.thrownAway(call), into: &effects)
        }
        effects.append(.log(.thrownAway(push.spare, cause)))
    }
}
