import CallModel

/// Communication with the exchange about ringing calls, beside signaling.
extension Phone {
    mutating func pass(_ event: RingRequests.Event, into effects: inout [PhoneEffect]) {
        var decisions: [RingRequests.Decision] = []
        state.rings.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .ask(let request): effects.append(.askRing(request))
            case .answered(let request, let reply): handle(reply, of: request, into: &effects)
            case .gaveUp(let request): forget(request)
            case .startTimer(let request, let after): effects.append(.startTimer(.ringRequest(request), after: after))
            case .stopTimer(let request): effects.append(.stopTimer(.ringRequest(request)))
            }
        }
    }

    /// The exchange of an organization is reachable again; without an organization, all exchanges may be.
    mutating func exchangeReachable(of organization: OrganizationID? = nil, into effects: inout [PhoneEffect]) {
        let calls =
            state.calls.calls.map { ($0.id, $0.organization) } + state.past.entries.map { ($0.id, $0.organization) }
        for (call, owner) in calls where organization == nil || owner == nil || owner == organization {
            pass(RingRequests.Event.reachable(call), into: &effects)
        }
    }

    /// Updates the wanted requests, and whether the phone listens to news for this device.
    mutating func askOfRings(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let (wanted, wantedBefore) = (state.ringRequests, before.ringRequests)
        if wanted != wantedBefore {
            for request in wantedBefore where !wanted.contains(request) {
                pass(RingRequests.Event.wanted(request, false), into: &effects)
            }
            for request in wanted where !wantedBefore.contains(request) {
                pass(RingRequests.Event.wanted(request, true), into: &effects)
            }
        }
        if state.listens != before.listens { effects.append(.listen(state.listens)) }
    }

    private mutating func handle(
        _ reply: RingRequests.Reply, of request: RingRequests.Request, into effects: inout [PhoneEffect]
    ) {
        forget(request)
        switch request.kind {
        case .decline, .declineEverywhere:
            // If only signaling knows the call, its line gets the decline when the INVITE comes.
            if reply != .unknown { declined(request.call, into: &effects) }
        case .caller:
            if case .caller(let display) = reply { learnCaller(display, of: request.call, into: &effects) }
        case .status where state.calls[request.call] == nil: settle(request, reply, into: &effects)
        case .status, .ready, .claim, .rescue: meet(reply, of: request, into: &effects)
        }
    }

    private mutating func learnCaller(
        _ reported: CallDisplay, of id: CallUUID, into effects: inout [PhoneEffect]
    ) {
        guard let call = state.calls[id] else { return }
        let display = state.display(reported, of: call.organization)
        state.calls.change(id) { $0.learnCaller(display, into: &effects) }
    }

    /// Forgets a request that was answered or given up.
    private mutating func forget(_ request: RingRequests.Request) {
        state.past.answered(request)
        guard request.kind == .status else { return }
        state.calls.change(request.call) { $0.marks.asksStatus = false }
    }

    /// The exchange knows of the decline, so no line needs the farewell, unless one has it already.
    private mutating func declined(_ id: CallUUID, into effects: inout [PhoneEffect]) {
        guard state.past.entries.contains(where: { $0.id == id && $0.waits }) else { return }
        state.past.expire(id)
        effects.append(.stopTimer(.farewell(id)))
    }

    /// Settles the outcome of a call that has ended here.
    private mutating func settle(
        _ request: RingRequests.Request, _ reply: RingRequests.Reply, into effects: inout [PhoneEffect]
    ) {
        switch reply {
        case .taken: settle(request.call, request.session, .answeredElsewhere, into: &effects)
        case .over(let reason, _, let reported): settle(request.call, request.session, reason, reported, into: &effects)
        case .voicemail: settle(request.call, request.session, .noAnswer, into: &effects)
        case .ringing: ringAgain(request, into: &effects)
        case .granted, .dialing, .caller, .refused, .done, .unknown, .failed: break
        }
    }

    /// A call that rang or was answered in an earlier process rings on. It is announced as if its push had come again.
    private mutating func ringAgain(_ request: RingRequests.Request, into effects: inout [PhoneEffect]) {
        guard let past = state.past.entries.last(where: { $0.id == request.call }), past.outcome == nil,
            let name = state.name(past.session, past.vendor), !state.past.contains(name), state.calls[name] == nil
        else { return }
        let notice = state.notices.notices.last { $0.id == past.id }
        let call = PushedCall(
            session: past.session, round: past.round, organization: past.organization, provider: past.provider,
            display: notice?.display ?? .unknown)
        handle(VoIPPush(.call(call), mustReport: false, spare: name), into: &effects)
    }

    private mutating func settle(
        _ id: CallUUID, _ session: CallSessionID, _ reason: EndReason, _ reported: Ending? = nil,
        into effects: inout [PhoneEffect]
    ) {
        _ = state.past.settle(CallIdentifiers(session: session, round: .first, vendor: nil), reason)
        pass(MissedCallNotices.Event.update(id, reason, reported: reported), into: &effects)
    }

    /// Applies an answer to a call that rings, or was answered and has no media.
    private mutating func meet(
        _ reply: RingRequests.Reply, of request: RingRequests.Request, into effects: inout [PhoneEffect]
    ) {
        guard let call = state.calls[request.call], call.stage.isIncoming else { return }
        switch reply {
        case .dialing: ringsOn(call, into: &effects)
        case .taken(let device): finish(call.id, .elsewhere(device, call), into: &effects)
        case .voicemail: leftToAttendant(call, request, into: &effects)
        case .over(.noAnswer, _, _) where call.isTaken:
            leftToAttendant(call, request, into: &effects)
        case .over(.answeredElsewhere, let device, let reported):
            finish(call.id, .elsewhere(device, reported: reported, call), into: &effects)
        case .over(let reason, _, let reported):
            finish(call.id, .remote(reason, reported: reported, call), into: &effects)
        case .refused where call.isTaken: leftToAttendant(call, request, into: &effects)
        case .refused: state.calls.change(call.id) { $0.marks.asksStatus = true }
        // The line was lost and the call rings on. The exchange learns that the device is ready, and has time to dial
        // it again.
        case .ringing where request.kind == .status: ringsOn(call, into: &effects)
        case .granted, .ringing, .caller, .done, .unknown, .failed: break
        }
    }

    /// Waits for a new INVITE, now or as soon as there is a connection for it.
    private mutating func ringsOn(_ call: PhoneCall, into effects: inout [PhoneEffect]) {
        guard call.awaitsInvite else { return }
        let isReady = state.isReady(call)
        state.calls.change(call.id) { [limits] call in
            call.marks.awaitsReason = false
            guard isReady else { return call.stopAwaitingInvite(into: &effects) }
            effects.append(.startTimer(.invite(call.id), after: limits.inviteWait))
        }
    }

    /// The call no longer rings. If the person has answered it here, the phone tries to get it back from the attendant.
    private mutating func leftToAttendant(
        _ call: PhoneCall, _ request: RingRequests.Request, into effects: inout [PhoneEffect]
    ) {
        guard call.isTaken, request.kind != .rescue else {
            return finish(call.id, .remote(.noAnswer, call), into: &effects)
        }
        state.calls.change(call.id) { $0.marks.wantsRescue = true }
    }

    /// The connection of ringing calls was lost or is back. The exchange is then asked for events during the loss.
    mutating func noteLoss(of registration: RegistrationID, _ phase: ConnectionPhase) {
        guard state.session.isUsable else { return }
        for call in state.calls.calls where call.stage.isIncoming && call.session != nil {
            guard state.registration(of: call) == registration else { continue }
            state.calls.change(call.id) { call in
                switch phase {
                case .ready:
                    call.marks.asksStatus = call.marks.asksStatus || call.marks.isCutOff
                    call.marks.isCutOff = false
                case .reconnecting, .waiting, .resting: call.marks.isCutOff = true
                case .offline, .connecting, .refused: break
                }
            }
        }
    }

    /// Handles news of the exchange for this device.
    mutating func handle(_ update: RingUpdate, into effects: inout [PhoneEffect]) {
        let call = state.calls.calls.last {
            $0.direction == .inbound && $0.stage.isLive && $0.isMeant(by: update.session, update.round)
        }
        switch update.state {
        case .ringing(let left): ringing(update, call, left, isAgain: false, into: &effects)
        case .ringingAgain(let left): ringing(update, call, left, isAgain: true, into: &effects)
        case .answeredElsewhere(let device): over(update, call, .answeredElsewhere, device, into: &effects)
        case .over(let reason, let device): over(update, call, reason, device, into: &effects)
        case .won:
            if let call { state.calls.change(call.id) { ($0.marks.isLost, $0.marks.answeredBy) = (false, nil) } }
        }
    }

    private mutating func ringing(
        _ update: RingUpdate, _ call: PhoneCall?, _ left: Duration, isAgain: Bool, into effects: inout [PhoneEffect]
    ) {
        let push = VoIPPush(
            .call(
                PushedCall(
                    session: update.session, round: update.round, organization: update.organization,
                    provider: update.provider)),
            mustReport: false, ringLeft: left, spare: update.spare)
        guard left > .zero, !state.refusesCalls else { return }
        if let call, call.round == update.round {
            guard call.stage == .ringing else { return }
            return effects.append(.startTimer(.ring(call.id), after: push.ringDuration(limits)))
        }
        if call != nil { return handle(push, into: &effects) }
        if isAgain { state.past.reopen(update.session, update.round, limits: limits, into: &effects) }
        // If there is a connection, the INVITE comes over it.
        guard let registration = state.registration(update.organization, update.provider),
            state.connections.phase(of: registration) != .ready
        else { return }
        guard
            state.past.find(CallIdentifiers(session: update.session, round: update.round, vendor: nil))?.outcome == nil
        else { return }
        handle(push, into: &effects)
    }

    private mutating func over(
        _ update: RingUpdate, _ call: PhoneCall?, _ reason: EndReason, _ device: RingDevice?,
        into effects: inout [PhoneEffect]
    ) {
        guard let call else {
            let naming = CallIdentifiers(session: update.session, round: update.round, vendor: nil)
            guard let past = state.past.find(naming) else { return }
            return settle(past.id, update.session, reason, into: &effects)
        }
        guard call.stage.isIncoming else {
            // The line reports the end itself; a carrier's line reports only that the call ended.
            guard reason == .answeredElsewhere else { return }
            state.calls.change(call.id) { ($0.marks.isLost, $0.marks.answeredBy) = (true, device) }
            return
        }
        let exit: CallExit = reason == .answeredElsewhere ? .elsewhere(device, call) : .remote(reason, call)
        finish(call.id, exit, into: &effects)
    }
}

extension PhoneState {
    /// The requests to the exchange that are wanted now, in the order of the calls.
    var ringRequests: [RingRequests.Request] {
        guard session.isUsable else { return [] }
        var requests: [RingRequests.Request] = []
        for call in calls.calls {
            guard let session = call.session else { continue }
            requests += call.ringRequests(isReady: isReady(call)).map {
                RingRequests.Request(
                    $0, call.id, session, round: call.round,
                    process: $0 == .ready && call.marks.leadsNowhere ? process : nil)
            }
        }
        for call in past.entries {
            guard let kind = call.asks, let session = call.session else { continue }
            requests.append(RingRequests.Request(kind, call.id, session, round: call.round))
        }
        return requests
    }

    /// Whether the phone listens to news for this device: while the app runs in the foreground or has calls, and a
    /// person is signed in.
    var listens: Bool { session.isUsable && signOut.remaining.isEmpty && (isForeground || calls.liveCount > 0) }

    /// The request about a call that leaves, if one is needed.
    func request(_ call: PhoneCall, leavingBy exit: CallExit) -> RingRequests.Kind? {
        guard session.isUsable, call.session != nil, call.direction == .inbound else { return nil }
        switch exit.words {
        case .decline: return call.line == nil ? .decline : nil
        case .declineEverywhere: return .declineEverywhere
        case .busy, .hangUp: return nil
        case nil: return exit.isGuess ? .status : nil
        }
    }
}

extension PhoneCall {
    fileprivate func ringRequests(isReady: Bool) -> [RingRequests.Kind] {
        var kinds: [RingRequests.Kind] = lacksCaller ? [.caller] : []
        guard stage.isIncoming else { return kinds }
        if marks.asksStatus { kinds.append(.status) }
        guard line == nil else { return kinds }
        if isTaken { kinds.append(.claim) }
        if isReady { kinds.append(.ready) }
        if marks.wantsRescue { kinds.append(.rescue) }
        return kinds
    }

    /// Whether the exchange must be asked who calls: a carrier tells only the number that the exchange dials from.
    private var lacksCaller: Bool {
        direction == .inbound && stage.isLive && currentProvider == .carrier && !isCallerTold
    }
}
