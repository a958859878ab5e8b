import PhoneCore

/// The phone's connections: one for the organisation whose the calls are, one for the organisation in use if that is another.
extension PhoneWorld {
    /// The connection of an organisation.
    subscript(organization: OrganizationID) -> SignalingLink {
        get { organization == Self.home ? homeLink : link }
        set { if organization == Self.home { homeLink = newValue } else { link = newValue } }
    }

    mutating func carryOut(_ order: SignalingOrder) {
        switch order {
        case .connect(let organization, via: _): beginConnecting(organization)
        case .renew(let organization): if self[organization] == .ready { breakLink(of: organization) }
        case .disconnect(let organization):
            self[organization] = .offline
            if organization == Self.organization { for index in sessions.indices { loseLine(index) } }
            signaling.append(.signaling(organization, .disconnected(nil)))
        }
    }

    private mutating func beginConnecting(_ organization: OrganizationID) {
        guard self[organization] == .offline else { return }
        guard organization == Self.home || hasCredentials else {
            return signaling.append(.signaling(organization, .disconnected(.noCredentials)))
        }
        self[organization] = .connecting
    }

    mutating func breakLink(of organization: OrganizationID) {
        guard self[organization] != .offline else { return }
        self[organization] = .broken
        signaling.append(.signaling(organization, .reconnecting))
    }

    mutating func connectHome() {
        homeLink = .ready
        signaling.append(.signaling(Self.home, .ready))
    }

    /// The exchange says whether the person may have the credentials that were asked for.
    mutating func answerCredentials(_ answer: OrganizationBook.Event) {
        isAskedForCredentials = false
        signaling.append(.organizations(answer))
    }
}

extension PhoneRecord {
    /// What a phone has stored of whom its person belongs to; `nil` if it has nothing.
    init?(_ membership: PhoneFaults.Membership, isSignedIn: Bool) {
        let organizations: [OrganizationID]
        switch membership {
        case .unknown: return nil
        case .own: organizations = [PhoneWorld.organization]
        case .other: organizations = [PhoneWorld.home, PhoneWorld.organization]
        case .stranger: organizations = [PhoneWorld.home]
        }
        var phone = Phone()
        var effects: [PhoneEffect] = []
        phone.handle(.launched(Launch(.found(PhoneRecord()))), at: .zero, into: &effects)
        for organization in organizations {
            let key = CredentialKey(organization, CredentialVersion(rawValue: 1))
            phone.handle(.organizations(.provisioned(key)), at: .zero, into: &effects)
            phone.handle(.organizations(.written(key, true)), at: .zero, into: &effects)
        }
        if isSignedIn { phone.signIn(into: &effects) }
        self = phone.record
    }
}
