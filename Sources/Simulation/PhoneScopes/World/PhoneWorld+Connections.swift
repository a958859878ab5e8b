import PhoneCore

/// The phone's connections: one for the organisation whose the calls are, one for the organisation in use if that is another.
extension PhoneWorld {
    /// The connection of a registration.
    subscript(registration: RegistrationID) -> SignalingLink {
        get {
            if registration == Self.homeRegistration { return homeLink }
            return isOther(registration) ? otherLink : link
        }
        set {
            if registration == Self.homeRegistration {
                homeLink = newValue
            } else if isOther(registration) {
                otherLink = newValue
            } else {
                link = newValue
            }
        }
    }

    private func isOther(_ registration: RegistrationID) -> Bool { isEither && registration == Self.otherRegistration }

    mutating func carryOut(_ order: SignalingOrder) {
        switch order {
        case .connect(let registration, let login):
            let isMixed = plantedFault == .registrationsMixed
            beginConnecting(isMixed ? RegistrationID(registration.organization) : registration, login)
        case .renew(let registration): if self[registration] == .ready { breakLink(of: registration) }
        case .disconnect(let registration): disconnect(registration)
        }
    }

    /// Of a connection that is not there nothing is told.
    private mutating func disconnect(_ registration: RegistrationID) {
        guard self[registration] != .offline else { return }
        for index in sessions.indices where self.registration(of: sessions[index]) == registration { leaveLine(index) }
        self[registration] = .offline
        if registration.provider == .carrier {
            carrierFetches = false
            isOverEdge = false
        }
        signaling.append(.signaling(registration, .disconnected(nil)))
    }

    /// Another edge makes a connection anew that no call lives on.
    private mutating func beginConnecting(_ registration: RegistrationID, _ login: CarrierLogin?) {
        if isEither, let login {
            let isElsewhere = login.edge != nil && !isOverEdge
            if self[registration] != .offline, isElsewhere, !hasLine(over: registration) {
                self[registration] = .offline
                signaling.append(.signaling(registration, .connecting))
            }
            if self[registration] == .offline {
                carrierFetches = login.fetchesCalls && plantedFault != .announcedCallsNotFetched
                isOverEdge = login.edge != nil
            }
        }
        guard self[registration] == .offline else { return }
        saidAtOnce.append(.signaling(registration, .connecting))
        guard registration == Self.homeRegistration || hasCredentials else {
            return signaling.append(.signaling(registration, .disconnected(.noCredentials)))
        }
        self[registration] = .connecting
    }

    private func hasLine(over registration: RegistrationID) -> Bool {
        sessions.contains { $0.line != nil && self.registration(of: $0) == registration }
    }

    mutating func breakLink(of registration: RegistrationID) {
        guard self[registration] != .offline else { return }
        self[registration] = .broken
        signaling.append(.signaling(registration, .reconnecting))
    }

    mutating func connectHome() {
        homeLink = .ready
        signaling.append(.signaling(Self.homeRegistration, .ready))
    }

    /// The exchange says whether the person may have the credentials that were asked for.
    mutating func answerCredentials(_ answer: OrganizationBook.Event) {
        isAskedForCredentials = false
        signaling.append(.organizations(answer))
    }
}

extension PhoneRecord {
    /// What a phone has stored of whom its person belongs to; `nil` if it has nothing.
    init?(_ faults: PhoneFaults) {
        let organizations: [OrganizationID]
        switch faults.membership {
        case .unknown: return nil
        case .own: organizations = [PhoneWorld.organization]
        case .other: organizations = [PhoneWorld.home, PhoneWorld.organization]
        case .stranger: organizations = [PhoneWorld.home]
        }
        var phone = Phone()
        var effects: [PhoneEffect] = []
        phone.handle(.launched(Launch(.found(PhoneRecord()))), at: .zero, into: &effects)
        let own = organizations.map { RegistrationID($0) }
        let carried = organizations.contains(PhoneWorld.organization) ? [faults.registration] : []
        for registration in own + carried.filter({ !own.contains($0) }) {
            let key = CredentialKey(registration, CredentialVersion(rawValue: 1))
            phone.handle(.organizations(.provisioned(key)), at: .zero, into: &effects)
            phone.handle(.organizations(.written(key, true)), at: .zero, into: &effects)
        }
        if faults.signOuts > 0 || faults.missesDeaths { phone.signIn(into: &effects) }
        self = phone.record
    }
}
