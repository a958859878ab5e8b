/// The network and the connections.
extension Phone {
    mutating func pass(_ event: NetworkWatch.Event, into effects: inout [PhoneEffect]) {
        var wanted: [NetworkWatch.Effect] = []
        state.network.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
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
        var wanted: [Connections.Effect] = []
        state.connections.handle(event, into: &wanted)
        for effect in wanted { carryOut(effect.effect, effect.registration, into: &effects) }
    }

    private mutating func carryOut(
        _ effect: ConnectionMachine.Effect, _ registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        switch effect {
        case .connect: connect(registration, into: &effects)
        case .disconnect: effects.append(.signaling(.disconnect(registration)))
        case .renew: effects.append(.signaling(.renew(registration)))
        case .dropCalls: passToCalls(of: registration, .sessionLost, into: &effects)
        case .credentialsRefused:
            passToCalls(of: registration, .credentialsRefused, into: &effects)
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

    /// Orders a connection, with the login's data for a carrier.
    ///
    /// - Parameter isUsed: whether a call uses the present connection, which then stays open.
    mutating func connect(_ registration: RegistrationID, isUsed: Bool = false, into effects: inout [PhoneEffect]) {
        let login = state.login(at: registration)
        if let login, !isUsed {
            let tokenLogin = state.tokenLogin(at: registration)
            state.carrierTokens.connecting(registration, tokenLogin, fetchesCalls: login.fetchesCalls)
        }
        effects.append(.signaling(.connect(registration, login)))
    }

    /// Tells the calls that use or await the connection of a registration.
    private mutating func passToCalls(
        of registration: RegistrationID, _ event: PhoneCallEvent, into effects: inout [PhoneEffect]
    ) {
        for call in state.calls.calls where state.registration(of: call) == registration {
            pass(event, to: call.id, into: &effects)
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

    /// The phase of a connection changed. The calls learn it first, and then the calls of the previous process.
    private mutating func phaseChanged(
        _ registration: RegistrationID, _ phase: ConnectionPhase, into effects: inout [PhoneEffect]
    ) {
        let event = PhoneCallEvent.connection(registration, phase, canAsk: state.session.isUsable)
        passToCalls(of: registration, event, into: &effects)
        if phase == .ready || phase == .reconnecting {
            let (state, isReady) = (state, phase == .ready)
            self.state.past.sessionTaken(
                for: isReady ? limits.takeUpDuration : limits.terminationDuration,
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
        passToCalls(of: registration, .connectionGivenUp, into: &effects)
    }
}

extension PhoneState {
    /// Whether a call waits for the connection of this registration.
    func waits(_ call: PhoneCall, for registration: RegistrationID) -> Bool {
        call.stage.isLive && call.line == nil && self.registration(of: call) == registration
    }
}
