public import CallModel
public import Redaction

/// Outbound calls.
extension Phone {
    /// Reads what the person dialed, and has the call placed if another one is allowed.
    mutating func dial(_ dialRequest: DialRequest, _ ticket: UserRequestID, into effects: inout [PhoneEffect]) {
        let party = CalledParty(text: dialRequest.destination)
        let dialled: DialedParty
        do throws(DialError) {
            try dialRequest.settings.check()
            dialled = DialedParty(try DialDestination(party.name), dialRequest.settings)
        } catch {
            return effects.append(.settle(ticket, .refused(PhoneRefusal(error))))
        }
        guard !state.refusesCalls,
            let organization = dialRequest.organization ?? party.organization ?? state.organization,
            party.organization.map({ state.organizations.held(RegistrationID($0)) != nil }) ?? true
        else {
            // The phone cannot place any call now, and a person in an emergency must learn this at once.
            let refusal: PhoneRefusal = dialled.destination.mayCallForHelp ? .emergency : .noOrganization
            return effects.append(.settle(ticket, .refused(refusal)))
        }
        let call = PhoneCall(
            dialing: dialRequest, dialled, over: state.registration(for: dialled.destination, of: organization),
            isOnlyOrganization: state.organizations.hasOneOrganization)
        pass(.dial(ticket, call, isNameUsed: state.past.contains(dialRequest.spare)), into: &effects)
    }
}

extension PhoneState {
    /// The registration over which a call is placed. Public numbers, and emergency numbers that the exchange routes to
    /// emergency services, use the carrier if the organization has one; all others use the exchange.
    fileprivate func registration(
        for destination: DialDestination, of organization: OrganizationID
    ) -> RegistrationID {
        let carrier = RegistrationID(organization, .carrier)
        let isLedThere = destination.extensionDigits.map { credentials.record.emergencyNumbers?.contains($0) == true }
        let isCarriers = destination.isPublic || isLedThere == true
        return isCarriers && organizations.held(carrier) != nil ? carrier : RegistrationID(organization)
    }

    /// The display of a caller for the system. If there are several organizations, a caller by name is called back over
    /// the organization that was called. Before the first unlock the number of organizations is unknown.
    func display(_ display: CallDisplay, of organization: OrganizationID?) -> CallDisplay {
        guard let organization, isLocked || !organizations.hasOneOrganization, case .generic(let text) = display.handle,
            !text.revealed.isEmpty
        else { return display }
        var kept = display
        kept.handle = CallHandle(party: text, of: organization)
        kept.name = display.name ?? text
        return kept
    }
}

extension OrganizationState {
    /// Whether the phone holds credentials of at most one organization.
    var hasOneOrganization: Bool { Set(record.held.map(\.organization)).count < 2 }
}

/// The person's request to place a call.
public struct DialRequest: Hashable, Sendable {
    /// A number, a user's name or an address, as typed, linked or stored. ``DialDestination`` reads it.
    public var destination: Redacted<String>
    /// The organization whose connection places the call; `nil` for the active one.
    public var organization: OrganizationID?
    /// The name to show beside the number.
    public var name: Redacted<String>?
    /// The settings of the call.
    public var settings: DialSettings
    /// A random name for the call, drawn by the shell.
    public var spare: CallUUID

    /// Creates a request.
    public init(
        _ destination: Redacted<String>, organization: OrganizationID? = nil, name: Redacted<String>? = nil,
        settings: DialSettings = DialSettings(), spare: CallUUID
    ) {
        self.destination = destination
        self.organization = organization
        self.name = name
        self.settings = settings
        self.spare = spare
    }
}
