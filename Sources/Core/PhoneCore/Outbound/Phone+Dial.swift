public import CallModel
public import Redaction

/// Outbound calls.
extension Phone {
    /// Reads what the person dialed, and has the call placed if another one is allowed.
    mutating func dial(_ dialRequest: DialRequest, _ ticket: UserRequestID, into effects: inout [PhoneEffect]) {
        let party = CalledParty(text: dialRequest.destination)
        let dialed: DialedParty
        do throws(DialError) {
            try dialRequest.settings.check()
            dialed = DialedParty(try DialDestination(party.name), dialRequest.settings)
        } catch {
            return effects.append(.settle(ticket, .refused(PhoneRefusal(error))))
        }
        guard !state.refusesCalls,
            let organization = dialRequest.organization ?? party.organization ?? state.organization,
            party.organization.map({ state.organizations.held(RegistrationID($0)) != nil }) ?? true
        else {
            // The phone cannot place any call now, and a person in an emergency must learn this at once.
            let refusal: PhoneRefusal = dialed.destination.mayCallForHelp ? .emergency : .noOrganization
            return effects.append(.settle(ticket, .refused(refusal)))
        }
        let call = PhoneCall(
            dialing: dialRequest, dialed, over: state.registration(for: dialed, of: organization),
            isOnlyOrganization: state.organizations.hasOneOrganization)
        pass(.dial(ticket, call, isNameUsed: state.past.contains(dialRequest.spare)), into: &effects)
    }
}

extension PhoneState {
    /// The registration over which a call is placed. Public numbers, and emergency numbers that the exchange routes to
    /// emergency services, use the carrier if the organization has one; all others use the exchange, and so does a call
    /// that is taken from another device.
    fileprivate func registration(for dialed: DialedParty, of organization: OrganizationID) -> RegistrationID {
        guard dialed.settings.replaces == nil else { return RegistrationID(organization) }
        let destination = dialed.destination
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

/// The call that was dialed: its start by the system, and its line.
extension PhoneCall {
    /// Creates a call to a checked party.
    ///
    /// - Parameter isOnlyOrganization: whether the phone has no other organization, so that the handle need not name
    ///   it.
    init(
        dialing request: DialRequest, _ dialed: DialedParty, over registration: RegistrationID,
        isOnlyOrganization: Bool
    ) {
        let handle = CallHandle(
            party: dialed.destination.text, of: isOnlyOrganization ? nil : registration.organization)
        // The system shows the name in place of the handle that it keeps for calling back.
        let name = request.name ?? (handle.party == handle.text ? nil : handle.party)
        self.init(
            id: request.spare, direction: .outbound, organization: registration.organization,
            display: CallDisplay(handle, name: name), stage: .requested)
        provider = registration.provider
        self.dialed = dialed
        requests = TransactionKinds(.start)
    }

    /// The system starts the call; only now does the call exist. Source: C49.
    ///
    /// - Parameter registration: the registration over which the call can be placed now; `nil` if there is none yet.
    mutating func start(
        _ action: SystemActionID, over registration: RegistrationID?, into effects: inout [PhoneCallEffect]
    ) {
        switch stage {
        case .requested:
            stage = .started
            report.isKnown = true
            effects.append(.phone(.audio(.configure)))
            effects.append(.phone(.complete(action, .fulfilled)))
            effects.append(.phone(.report(.connecting(id))))
            // The request to the system contained only the handle. Source: C31 (documented).
            if display.name != nil { effects.append(.phone(.report(.updated(id, display)))) }
            if let registration { dial(over: registration, into: &effects) }
        case .abandoned:
            effects.append(.phone(.complete(action, .failed)))
            leave(CallExit(outcome: .cancelled), into: &effects)
        case .ringing, .answering, .started, .dialing, .connected, .over:
            effects.append(.phone(.complete(action, .failed)))
        }
    }

    /// Places the call, because its provider is reachable.
    mutating func dial(over registration: RegistrationID, into effects: inout [PhoneCallEffect]) {
        guard stage == .started, let dialed else { return }
        let line = LineID(outbound: id)
        self.line = CallLine(id: line, registration: registration, state: CallState(idle: .outbound))
        stage = .dialing
        effects.append(.stopTimer(.dial))
        effects.append(.phone(.line(.dial(line, registration, dialed.over(registration.provider)))))
        if isMuted { effects.append(.phone(.line(.mute(line, true)))) }
    }

    /// The system has not started the call, or no connection came for it.
    mutating func dialTimedOut(into effects: inout [PhoneCallEffect]) {
        switch stage {
        case .requested, .started:
            leave(.dialFailed, into: &effects)
            effects.append(.phone(.publish(.failed(id, .timedOut))))
        case .abandoned: leave(CallExit(outcome: .cancelled), into: &effects)
        case .ringing, .answering, .dialing, .connected, .over: break
        }
    }
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
