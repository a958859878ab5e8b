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
            case .startTimer(let timer, let after): effects.append(.startTimer(.network(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.network(timer)))
            }
        }
    }

    mutating func tell(_ event: Connections.Event, into effects: inout [PhoneEffect]) {
        var decisions: [Connections.Decision] = []
        books.connections.handle(event, at: .zero, into: &decisions)
        for decision in decisions { obey(decision.decision, decision.organization, into: &effects) }
    }

    private mutating func obey(
        _ decision: ConnectionKeeper.Decision, _ organization: OrganizationID, into effects: inout [PhoneEffect]
    ) {
        switch decision {
        case .connect: effects.append(.signaling(.connect(organization, via: books.edge(of: organization))))
        case .disconnect: effects.append(.signaling(.disconnect(organization)))
        case .renew: effects.append(.signaling(.renew(organization)))
        case .dropCalls: dropCalls(of: organization, into: &effects)
        case .credentialsRefused:
            giveUp(organization, into: &effects)
            tell(CredentialKeeper.Event.useless, into: &effects)
        case .changed(let phase):
            effects.append(.publish(.connection(organization, phase)))
            phaseChanged(organization, phase, into: &effects)
        case .startTimer(let timer, let after):
            effects.append(.startTimer(.connection(organization, timer), after: after))
        case .stopTimer(let timer): effects.append(.stopTimer(.connection(organization, timer)))
        }
    }

    private mutating func dropCalls(of organization: OrganizationID, into effects: inout [PhoneEffect]) {
        for call in books.calls.calls
        where call.line != nil && call.isTaken && (call.organization ?? books.organization) == organization {
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
