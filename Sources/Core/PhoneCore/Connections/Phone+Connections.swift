/// The network and the connections.
extension Phone {
    mutating func pass(_ event: NetworkWatch.Event, into effects: inout [PhoneEffect]) {
        var decisions: [NetworkWatch.Decision] = []
        state.network.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .changed(let change):
                effects.append(.publish(.network(change)))
                pass(.network(change), into: &effects)
                if change.isReachable { exchangeReachable(into: &effects) }
            case .startTimer(let timer, let after): effects.append(.startTimer(.network(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.network(timer)))
            }
        }
    }

    mutating func pass(_ event: Connections.Event, into effects: inout [PhoneEffect]) {
        var decisions: [Connections.Decision] = []
        state.connections.handle(event, at: .zero, into: &decisions)
        for decision in decisions { carryOut(decision.decision, decision.registration, into: &effects) }
    }

    private mutating func carryOut(
        _ decision: ConnectionMachine.Decision, _ registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        switch decision {
        case .connect: connect(registration, into: &effects)
        case .disconnect: effects.append(.signaling(.disconnect(registration)))
        case .renew: effects.append(.signaling(.renew(registration)))
        case .dropCalls: dropCalls(of: registration, into: &effects)
        case .credentialsRefused:
            legsLeadNowhere(at: registration)
            pass(CredentialRefresh.Event.useless, into: &effects)
            // New credentials may be on their way. An answered call waits for them, within its answer limit.
            if !state.credentials.isFetching { giveUp(registration, into: &effects) }
        case .changed(let phase):
            if phase == .ready { state.carrierTokens.accepted(registration) }
            if !phase.isUnderWay { state.carrierTokens.ended(registration) }
            effects.append(.publish(.connection(registration, phase)))
            phaseChanged(registration, phase, into: &effects)
        case .startTimer(let timer, let after):
            effects.append(.startTimer(.connection(registration, timer), after: after))
        case .stopTimer(let timer): effects.append(.stopTimer(.connection(registration, timer)))
        }
    }

    /// Orders a connection, with what the login tells a carrier.
    ///
    /// - Parameter isUsed: whether a call uses the connection that there is, so that it stays.
    mutating func connect(_ registration: RegistrationID, isUsed: Bool = false, into effects: inout [PhoneEffect]) {
        let login = state.login(at: registration)
        if let login, !isUsed {
            let tokenLogin = state.tokenLogin(at: registration)
            state.carrierTokens.connecting(registration, tokenLogin, fetchesCalls: login.fetchesCalls)
        }
        effects.append(.signaling(.connect(registration, login)))
    }

    /// The registration's credentials have become invalid, so legs that the exchange dialed with them lead nowhere.
    private mutating func legsLeadNowhere(at registration: RegistrationID) {
        for call in state.calls.calls where call.stage.isIncoming && call.line == nil {
            guard state.registration(of: call) == registration else { continue }
            state.calls.change(call.id) { $0.marks.leadsNowhere = true }
        }
    }

    private mutating func dropCalls(of registration: RegistrationID, into effects: inout [PhoneEffect]) {
        for call in state.calls.calls where call.line?.registration == registration && call.isTaken {
            finish(call.id, .dropped, into: &effects)
        }
    }

    mutating func handle(connectionWanted isWanted: Bool, into effects: inout [PhoneEffect]) {
        state.wantsConnection = isWanted
        if isWanted { pass(.nudged, into: &effects) }
    }

    mutating func handle(_ scene: SceneEvent, into effects: inout [PhoneEffect]) {
        state.isForeground = scene == .active
        // Without a network at its start, the app learns of one only from the path monitor.
        if state.isForeground { effects.append(.prepare(.network)) }
        pass(SessionLifecycle.Event.foreground(state.isForeground), into: &effects)
        if state.isForeground { pass(CredentialRefresh.Event.foreground, into: &effects) }
    }
}

/// Consequences of the connections' phases for calls.
extension Phone {
    mutating func handle(
        _ event: SignalingEvent, from registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        pass(.one(registration, .signaling(event)), into: &effects)
        guard case .disconnected(let failure?) = event, let key = state.organizations.key(of: registration) else {
            return
        }
        pass(.connectionFailed(key, failure), into: &effects)
    }

    /// The phase of a connection changed. When it becomes ready, pending outbound calls are dialed, and announced calls
    /// begin to wait for their INVITE; when it is lost, they stop waiting.
    mutating func phaseChanged(
        _ registration: RegistrationID, _ phase: ConnectionPhase, into effects: inout [PhoneEffect]
    ) {
        noteLoss(of: registration, phase)
        for call in state.calls.calls where state.waits(call, for: registration) {
            state.calls.change(call.id) { [limits] call in
                guard phase == .ready else { return call.stopAwaitingInvite(into: &effects) }
                call.dial(over: registration, into: &effects)
                call.awaitInvite(limits: limits, into: &effects)
            }
        }
        if phase == .ready || phase == .reconnecting {
            let (state, isReady) = (state, phase == .ready)
            self.state.past.sessionTaken(
                for: isReady ? limits.takeUpDuration : limits.farewellDuration,
                where: { state.registration($0.organization, $0.provider) == registration }, into: &effects)
        }
        guard phase == .ready else { return }
        exchangeReachable(of: registration.organization, into: &effects)
        guard let key = state.organizations.key(of: registration) else { return }
        pass(.connected(key), into: &effects)
    }

    /// Ends calls that wait for a connection that will not come. Ringing calls may find another way, and a switch under
    /// way may bring credentials.
    mutating func giveUp(_ registration: RegistrationID, into effects: inout [PhoneEffect]) {
        guard state.organizations.record.change?.target != registration.organization else { return }
        for call in state.calls.calls where state.waits(call, for: registration) {
            switch call.stage {
            case .answering: finish(call.id, .answerFailed, into: &effects)
            case .started: finish(call.id, .dialFailed, into: &effects)
            case .ringing, .requested, .abandoned, .dialing, .connected, .over: break
            }
        }
    }
}

extension PhoneState {
    /// Whether a call waits for the connection of this registration.
    func waits(_ call: PhoneCall, for registration: RegistrationID) -> Bool {
        call.stage.isLive && call.line == nil && self.registration(of: call) == registration
    }
}
