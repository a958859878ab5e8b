/// The way to the network, and the connections over it.
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
        _ decision: ConnectionKeeper.Decision, _ registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        switch decision {
        case .connect: effects.append(.signaling(.connect(registration, books.login(at: registration))))
        case .disconnect: effects.append(.signaling(.disconnect(registration)))
        case .renew: effects.append(.signaling(.renew(registration)))
        case .dropCalls: dropCalls(of: registration, into: &effects)
        case .credentialsRefused:
            legsLeadNowhere(at: registration)
            tell(CredentialKeeper.Event.useless, into: &effects)
            // Others are being fetched: who took a call by then waits for them, no longer than an answer may.
            if !books.credentials.isFetching { giveUp(registration, into: &effects) }
        case .changed(let phase):
            effects.append(.publish(.connection(registration, phase)))
            phaseChanged(registration, phase, into: &effects)
        case .startTimer(let timer, let after):
            effects.append(.startTimer(.connection(registration, timer), after: after))
        case .stopTimer(let timer): effects.append(.stopTimer(.connection(registration, timer)))
        }
    }

    /// What the exchange has dialled there it has dialled by credentials that are good no longer.
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
        // An app that is opened without network hears of one only by the path.
        if books.isForeground { effects.append(.prepare(.network)) }
        tell(SessionKeeper.Event.foreground(books.isForeground), into: &effects)
        if books.isForeground { tell(CredentialKeeper.Event.foreground, into: &effects) }
    }
}
