/// The organizations and their credentials on the device.
extension Phone {
    mutating func tell(_ event: OrganizationState.Event, into effects: inout [PhoneEffect]) {
        var decisions: [OrganizationState.Decision] = []
        let isStrange = books.organizations.record.change?.hasAsked ?? false
        books.organizations.handle(event, at: .zero, into: &decisions)
        for decision in decisions { obey(decision, into: &effects) }
        if isStrange, case .connected = event, books.organizations.record.change == nil {
            tell(CredentialRefresh.Event.incomplete, into: &effects)
        }
        if case .written(_, false) = event { tell(CredentialRefresh.Event.useless, into: &effects) }
    }

    private mutating func obey(_ decision: OrganizationState.Decision, into effects: inout [PhoneEffect]) {
        switch decision {
        case .ask, .write, .prune, .purge: effects.append(.organizations(decision))
        case .save: effects.append(.store(books.record))
        case .connect(let key): attempt(key, into: &effects)
        case .release(let registration): tell(.one(registration, .need(.trial, false)), into: &effects)
        case .replaced(let key): tell(.one(key.registration, .credentialsChanged), into: &effects)
        case .forgot(let registration):
            books.carrierTokens.forget(registration)
            tell(Connections.Event.removed(registration), into: &effects)
            giveUp(registration, into: &effects)
        case .activated(let organization): effects.append(.publish(.organization(organization)))
        case .settled(let organization, let failure):
            effects.append(.organizations(decision))
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
        tell(.one(key.registration, .need(.trial, true)), into: &effects)
        tell(.one(key.registration, .credentialsChanged), into: &effects)
        guard books.connections.phase(of: key.registration) == .ready else { return }
        tell(.connected(key), into: &effects)
    }

    /// The person answered a call of an organization without credentials on the device. A switch may bring them.
    /// Usually the credentials of all organizations are on the device.
    mutating func fetchCredentials(for call: PhoneCall, into effects: inout [PhoneEffect]) {
        guard !books.organizations.record.held.isEmpty, let organization = call.organization,
            case .unknown = books.organizations.route(to: organization)
        else { return }
        tell(.wanted(organization), into: &effects)
    }

    mutating func tell(_ event: CredentialRefresh.Event, into effects: inout [PhoneEffect]) {
        if case .fetched(let fetched, _) = event, books.credentials.isFetching {
            tell(OrganizationState.Event.listed(fetched.members, carried: fetched.carried), into: &effects)
        }
        var decisions: [CredentialRefresh.Decision] = []
        books.credentials.handle(event, at: .zero, into: &decisions)
        giveUpRefused(after: event, into: &effects)
        for decision in decisions {
            switch decision {
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
        for registration in books.connections.registrations
        where books.connections.phase(of: registration) == .refused && !isHopeful(registration) {
            giveUp(registration, into: &effects)
        }
    }
}
