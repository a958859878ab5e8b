import PhoneCore

/// The phone's connections: one for the organisation whose the calls are, one for the organisation in use if that is another.
extension PhoneWorld {
    /// The connection of a registration.
    subscript(registration: RegistrationID) -> SignalingLink {
        get { registration == Self.homeRegistration ? homeLink : link }
        set { if registration == Self.homeRegistration { homeLink = newValue } else { link = newValue } }
    }

    mutating func carryOut(_ order: SignalingOrder) {
        switch order {
        case .connect(let registration, _): beginConnecting(registration)
        case .renew(let registration): if self[registration] == .ready { breakLink(of: registration) }
        case .disconnect(let registration): close(registration)
        }
    }

    /// Of a connection that is not there nothing is told.
    private mutating func close(_ registration: RegistrationID) {
        guard self[registration] != .offline else { return }
        if registration == self.registration { for index in sessions.indices { leaveLine(index) } }
        self[registration] = .offline
        signaling.append(.signaling(registration, .disconnected(nil)))
    }

    private mutating func beginConnecting(_ registration: RegistrationID) {
        guard self[registration] == .offline else { return }
        saidAtOnce.append(.signaling(registration, .connecting))
        guard registration == Self.homeRegistration || hasCredentials else {
            return signaling.append(.signaling(registration, .disconnected(.noCredentials)))
        }
        self[registration] = .connecting
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
        if faults.signOuts > 0 { phone.signIn(into: &effects) }
        self = phone.record
    }
}
