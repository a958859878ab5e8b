import CallModel
public import Redaction

/// Placing a call.
extension Phone {
    /// Asks the system for a call, if there may be one. What stands is held in the same transaction.
    mutating func dial(_ wish: DialRequest, into effects: inout [PhoneEffect]) -> UserOutcome {
        let party = CalledParty(text: wish.destination)
        let dialled: DialledParty
        do throws(DialFault) {
            try wish.settings.check()
            dialled = DialledParty(try DialDestination(party.name), wish.settings)
        } catch {
            return .refused(PhoneRefusal(error))
        }
        guard !books.refusesCalls,
            let organization = wish.organization ?? party.organization ?? books.organization,
            party.organization.map({ books.organizations.held(RegistrationID($0)) != nil }) ?? true
        else {
            // Nothing leads anywhere from here, and a person in need is to know at once.
            return .refused(dialled.destination.mayCallForHelp ? .emergency : .noOrganization)
        }
        guard books.calls.calls.allSatisfy(\.stage.allowsDialing) else { return .refused(.callUnderWay) }
        guard books.calls.liveCount < limits.callsMax else { return .refused(.busy) }
        guard books.calls[wish.spare] == nil, !books.past.contains(wish.spare) else { return .refused(.notNow) }
        let call = PhoneCall(
            dialing: wish, dialled, over: books.registration(for: dialled.destination, of: organization),
            isOnlyOrganization: books.organizations.hasOneOrganization)
        let holds = books.calls.calls.filter(\.isActive).map { SystemAction.hold($0.id, true) }
        books.calls.add(call)
        effects.append(.startTimer(.dial(call.id), after: limits.dialWait))
        effects.append(.prepare(.audio))
        effects.append(.prepare(.network))
        effects.append(.request(SystemRequestID(call.id, .start), holds + [.start(call.id, call.display.handle)]))
        return .accepted(call.id)
    }

    /// The system would not have it: nothing is left of it.
    mutating func startRefused(_ call: PhoneCall, into effects: inout [PhoneEffect]) {
        let wasWished = call.stage == .requested
        finish(call.id, .dialFailed, into: &effects)
        if wasWished { effects.append(.publish(.failed(call.id, .system))) }
    }
}

extension PhoneBooks {
    /// Over which registration a call is placed: public numbers, and emergency numbers that the exchange leads there,
    /// over the carrier's where the organization has one; everything else over the exchange's.
    fileprivate func registration(
        for destination: DialDestination, of organization: OrganizationID
    ) -> RegistrationID {
        let carrier = RegistrationID(organization, .carrier)
        let isLedThere = destination.extensionDigits.map { credentials.record.emergencyNumbers?.contains($0) == true }
        let isCarriers = destination.isPublic || isLedThere == true
        return isCarriers && organizations.held(carrier) != nil ? carrier : RegistrationID(organization)
    }

    /// What the system is given of a party who calls: where there are several organizations, one by name is called back
    /// over the one they called. Before the first unlock it is not known how many there are.
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

extension OrganizationBook {
    /// Whether credentials of one organization at most are held.
    var hasOneOrganization: Bool { Set(record.held.map(\.organization)).count < 2 }
}

extension CallStage {
    /// Whether another call may be dialed beside one at this stage: not while one comes in or is being dialed, so that
    /// a double tap has one effect.
    var allowsDialing: Bool {
        switch self {
        case .ringing, .answering, .requested, .abandoned, .started, .dialing: false
        case .connected, .over: true
        }
    }
}

extension PhoneCall {
    /// A call the person wishes to place to a party that was checked.
    ///
    /// - Parameter isOnlyOrganization: whether the phone has no other, so that a party need not say whose they are.
    init(
        dialing request: DialRequest, _ dialled: DialledParty, over registration: RegistrationID,
        isOnlyOrganization: Bool
    ) {
        let handle = CallHandle(
            party: dialled.destination.text, of: isOnlyOrganization ? nil : registration.organization)
        // The system shows a name in place of what it keeps to call back.
        let name = request.name ?? (handle.party == handle.text ? nil : handle.party)
        self.init(
            id: request.spare, direction: .outbound, organization: registration.organization,
            display: CallDisplay(handle, name: name), stage: .requested)
        provider = registration.provider
        self.dialled = dialled
        requests = VerbSet(.start)
    }

    /// The system lets it begin: only now is there a call. Source: C49.
    ///
    /// - Parameter registration: over whose connection it can be placed now; `nil` if there is none yet.
    mutating func start(_ action: SystemActionID, over registration: RegistrationID?, into effects: inout [PhoneEffect])
        -> CallExit?
    {
        switch stage {
        case .requested:
            stage = .started
            report.isKnown = true
            effects.append(.audio(.configure))
            effects.append(.complete(action, .fulfilled))
            effects.append(.report(.connecting(id)))
            // The system was asked for a handle alone. Source: C31 (documented).
            if display.name != nil { effects.append(.report(.updated(id, display))) }
            if let registration { dial(over: registration, into: &effects) }
            return nil
        case .abandoned:
            effects.append(.complete(action, .failed))
            return CallExit(outcome: .cancelled)
        case .ringing, .answering, .started, .dialing, .connected, .over:
            effects.append(.complete(action, .failed))
            return nil
        }
    }

    /// The provider can be reached.
    mutating func dial(over registration: RegistrationID, into effects: inout [PhoneEffect]) {
        guard stage == .started, let dialled else { return }
        let line = LineID(outbound: id)
        self.line = BoundLine(id: line, registration: registration, state: CallState(idle: .outbound))
        stage = .dialing
        effects.append(.stopTimer(.dial(id)))
        effects.append(.line(.dial(line, registration, dialled.over(registration.provider))))
        if isMuted { effects.append(.line(.mute(line, true))) }
    }
}

/// A call to be placed.
public struct DialRequest: Hashable, Sendable {
    /// As typed, linked or stored: a number, the name of a user or an address. ``DialDestination`` reads it.
    public var destination: Redacted<String>
    /// Whose connection places it; `nil` for that of the organization in use.
    public var organization: OrganizationID?
    /// What to show beside the number.
    public var name: Redacted<String>?
    /// What goes with it.
    public var settings: DialSettings
    /// A fresh random name, drawn by the shell, for the call if it comes about.
    public var spare: CallUUID

    /// A wish to place a call.
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
