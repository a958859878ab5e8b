import CallModel

/// Communication with the exchange about ringing calls, beside signaling.
extension Phone {
    mutating func pass(_ event: RingRequests.Event, into effects: inout [PhoneEffect]) {
        var wanted: [RingRequests.Effect] = []
        state.rings.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .ask(let request): effects.append(.askRing(request))
            case .answered(let request, let reply): handle(reply, of: request, into: &effects)
            case .gaveUp(let request): forget(request, into: &effects)
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
        forget(request, into: &effects)
        switch request.kind {
        case .decline, .declineEverywhere:
            // If only signaling knows the call, its line gets the decline when the INVITE comes.
            if reply != .unknown { declined(request.call, into: &effects) }
        case .caller:
            if case .caller(let display) = reply { learnCaller(display, of: request.call, into: &effects) }
        case .status where state.calls[request.call] == nil: settle(request, reply, into: &effects)
        case .status, .ready, .claim, .rescue:
            guard let call = state.calls[request.call] else { return }
            pass(.replied(request.kind, reply, isReady: state.isReady(call)), to: call.id, into: &effects)
        }
    }

    private mutating func learnCaller(
        _ reported: CallDisplay, of id: CallUUID, into effects: inout [PhoneEffect]
    ) {
        guard let call = state.calls[id] else { return }
        pass(.callerTold(state.display(reported, of: call.organization)), to: id, into: &effects)
    }

    /// Forgets a request that was answered or given up.
    private mutating func forget(_ request: RingRequests.Request, into effects: inout [PhoneEffect]) {
        state.past.answered(request)
        pass(.requestOver(request.kind), to: request.call, into: &effects)
    }

    /// The exchange knows of the decline, so no line needs the termination, unless one has it already.
    private mutating func declined(_ id: CallUUID, into effects: inout [PhoneEffect]) {
        guard state.past.entries.contains(where: { $0.id == id && $0.waits }) else { return }
        state.past.expire(id)
        effects.append(.stopTimer(.termination(id)))
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
            if let call { pass(.won, to: call.id, into: &effects) }
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
        if let call, call.round == update.round { return pass(.ringsOn(left: left), to: call.id, into: &effects) }
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
        pass(.settled(reason, by: device), to: call.id, into: &effects)
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
}
