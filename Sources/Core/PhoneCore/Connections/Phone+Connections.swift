/// The network and the connections.
extension Phone {
    mutating func tell(_ event: NetworkWatch.Event, into effects: inout [PhoneEffect]) {
        var decisions: [NetworkWatch.Decision] = []
        books.network.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .changed(let change):
                effects.append(.publish(.network(change)))
                tell(.network(change), into: &effects)
                if change.isReachable { exchangeReachable(into: &effects) }
            case .startTimer(let timer, let after): effects.append(.startTimer(.network(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.network(timer)))
            }
        }
    }

    mutating func tell(_ event: Connections.Event, into effects: inout [PhoneEffect]) {
        var decisions: [Connections.Decision] = []
        books.connections.handle(event, at: .zero, into: &decisions)
        for decision in decisions { obey(decision.decision, decision.registration, into: &effects) }
    }

    private mutating func obey(
        _ decision: ConnectionMachine.Decision, _ registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        switch decision {
        case .connect: connect(registration, into: &effects)
        case .disconnect: effects.append(.signaling(.disconnect(registration)))
        case .renew: effects.append(.signaling(.renew(registration)))
        case .dropCalls: dropCalls(of: registration, into: &effects)
        case .credentialsRefused:
            legsLeadNowhere(at: registration)
            tell(CredentialRefresh.Event.useless, into: &effects)
            // New credentials may be on their way. An answered call waits for them, within its answer limit.
            if !books.credentials.isFetching { giveUp(registration, into: &effects) }
        case .changed(let phase):
            if phase == .ready { books.carrierTokens.accepted(registration) }
            if !phase.isUnderWay { books.carrierTokens.ended(registration) }
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
        let login = books.login(at: registration)
        if let login, !isUsed {
            let tokenLogin = books.tokenLogin(at: registration)
            books.carrierTokens.connecting(registration, tokenLogin, fetchesCalls: login.fetchesCalls)
        }
        effects.append(.signaling(.connect(registration, login)))
    }

    /// The registration's credentials have become invalid, so legs that the exchange dialed with them lead nowhere.
    private mutating func legsLeadNowhere(at registration: RegistrationID) {
        for call in books.calls.calls where call.stage.isIncoming && call.line == nil {
            guard books.registration(of: call) == registration else { continue }
            books.calls.change(call.id) { $0.marks.leadsNowhere = true }
        }
    }

    private mutating func dropCalls(of registration: RegistrationID, into effects: inout [PhoneEffect]) {
        for call in books.calls.calls where call.line?.registration == registration && call.isTaken {
            finish(call.id, .dropped, into: &effects)
        }
    }

    mutating func take(connectionWanted isWanted: Bool, into effects: inout [PhoneEffect]) {
        books.wantsConnection = isWanted
        if isWanted { tell(.nudged, into: &effects) }
    }

    mutating func take(_ scene: SceneEvent, into effects: inout [PhoneEffect]) {
        books.isForeground = scene == .active
        // Without a network at its start, the app learns of one only from the path monitor.
        if books.isForeground { effects.append(.prepare(.network)) }
        tell(SessionLifecycle.Event.foreground(books.isForeground), into: &effects)
        if books.isForeground { tell(CredentialRefresh.Event.foreground, into: &effects) }
    }
}

/// Consequences of the connections' phases for calls.
extension Phone {
    mutating func take(
        _ event: SignalingEvent, from registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        tell(.one(registration, .signaling(event)), into: &effects)
        guard case .disconnected(let failure?) = event, let key = books.organizations.key(of: registration) else {
            return
        }
        tell(.connectionFailed(key, failure), into: &effects)
    }

    /// The phase of a connection changed. When it becomes ready, pending outbound calls are dialed, and announced calls
    /// begin to wait for their INVITE; when it is lost, they stop waiting.
    mutating func phaseChanged(
        _ registration: RegistrationID, _ phase: ConnectionPhase, into effects: inout [PhoneEffect]
    ) {
        noteLoss(of: registration, phase)
        for call in books.calls.calls where books.waits(call, for: registration) {
            books.calls.change(call.id) { [limits] call in
                guard phase == .ready else { return call.stopAwaitingInvite(into: &effects) }
                call.dial(over: registration, into: &effects)
                call.awaitInvite(limits: limits, into: &effects)
            }
        }
        if phase == .ready || phase == .reconnecting {
            let (books, isReady) = (books, phase == .ready)
            self.books.past.sessionTaken(
                for: isReady ? limits.takeUpDuration : limits.farewellDuration,
                where: { books.registration($0.organization, $0.provider) == registration }, into: &effects)
        }
        guard phase == .ready else { return }
        exchangeReachable(of: registration.organization, into: &effects)
        guard let key = books.organizations.key(of: registration) else { return }
        tell(.connected(key), into: &effects)
    }

    /// Ends calls that wait for a connection that will not come. Ringing calls may find another way, and a switch under
    /// way may bring credentials.
    mutating func giveUp(_ registration: RegistrationID, into effects: inout [PhoneEffect]) {
        guard books.organizations.record.change?.target != registration.organization else { return }
        for call in books.calls.calls where books.waits(call, for: registration) {
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
