/// The organizations and their credentials on the device.
extension Phone {
    mutating func pass(_ event: OrganizationState.Event, into effects: inout [PhoneEffect]) {
        var wanted: [OrganizationState.Effect] = []
        let isStrange = state.organizations.record.change?.hasAsked ?? false
        state.organizations.handle(event, into: &wanted)
        for effect in wanted { carryOut(effect, into: &effects) }
        if isStrange, case .connected = event, state.organizations.record.change == nil {
            pass(CredentialRefresh.Event.incomplete, into: &effects)
        }
        if case .written(_, false) = event { pass(CredentialRefresh.Event.useless, into: &effects) }
    }

    private mutating func carryOut(_ effect: OrganizationState.Effect, into effects: inout [PhoneEffect]) {
        switch effect {
        case .ask, .write, .prune, .purge: effects.append(.organizations(effect))
        case .save: effects.append(.store(state.record))
        case .connect(let key): attempt(key, into: &effects)
        case .release(let registration): pass(.one(registration, .need(.trial, false)), into: &effects)
        case .replaced(let key): pass(.one(key.registration, .credentialsChanged), into: &effects)
        case .forgot(let registration):
            state.carrierTokens.forget(registration)
            pass(Connections.Event.removed(registration), into: &effects)
            giveUp(registration, into: &effects)
        case .activated(let organization): effects.append(.publish(.organization(organization)))
        case .settled(let organization, let failure):
            effects.append(.organizations(effect))
            guard failure != nil else { return }
            for provider in SignalingProvider.allCases {
                giveUp(RegistrationID(organization, provider), into: &effects)
            }
        case .startTimer(let timer, let after): effects.append(.startTimer(.organizations(timer), after: after))
        case .stopTimer(let timer): effects.append(.stopTimer(.organizations(timer)))
        }
    }

    /// Tries credentials on their own connection, beside existing connections.
    private mutating func attempt(_ key: CredentialKey, into effects: inout [PhoneEffect]) {
        pass(.one(key.registration, .need(.trial, true)), into: &effects)
        pass(.one(key.registration, .credentialsChanged), into: &effects)
        guard state.connections.phase(of: key.registration) == .ready else { return }
        pass(.connected(key), into: &effects)
    }

    /// The person answered a call of an organization without credentials on the device. A switch may bring them.
    /// Usually the credentials of all organizations are on the device.
    mutating func fetchCredentials(for call: PhoneCall, into effects: inout [PhoneEffect]) {
        guard !state.organizations.record.held.isEmpty, let organization = call.organization,
            case .unknown = state.organizations.route(to: organization)
        else { return }
        pass(.wanted(organization), into: &effects)
    }

    mutating func pass(_ event: CredentialRefresh.Event, into effects: inout [PhoneEffect]) {
        if case .fetched(let fetched, _) = event, state.credentials.isFetching {
            pass(OrganizationState.Event.listed(fetched.members, carried: fetched.carried), into: &effects)
        }
        var wanted: [CredentialRefresh.Effect] = []
        state.credentials.handle(event, into: &wanted)
        giveUpRefused(after: event, into: &effects)
        for effect in wanted {
            switch effect {
            case .fetch: effects.append(.fetchCredentials)
            case .startTimer(let timer, let after): effects.append(.startTimer(.credentials(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.credentials(timer)))
            }
        }
    }

    /// A fetch ended. An answered call waits on if the fetch can bring its credentials, and ends otherwise.
    private mutating func giveUpRefused(after event: CredentialRefresh.Event, into effects: inout [PhoneEffect]) {
        let isHopeful: (RegistrationID) -> Bool
        switch event {
        case .failed: isHopeful = { _ in false }
        case .fetched(let fetched, _):
            isHopeful = { registration in
                let given = registration.provider == .exchange ? fetched.members : fetched.carried
                return given?.contains(registration.organization) ?? true
            }
        case .launched, .stored, .session, .signedIn, .emergencyNumbers, .useless, .incomplete, .foreground,
            .timerFired:
            return
        }
        for registration in state.connections.registrations
        where state.connections.phase(of: registration) == .refused && !isHopeful(registration) {
            giveUp(registration, into: &effects)
        }
    }
}
