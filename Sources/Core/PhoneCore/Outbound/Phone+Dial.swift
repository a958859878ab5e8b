import Redaction

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
    /// Over which registration a call is placed: public numbers, and emergency numbers that the exchange leads there, over the
    /// carrier's where the organisation has one; everything else over the exchange's.
    fileprivate func registration(
        for destination: DialDestination, of organization: OrganizationID
    ) -> RegistrationID {
        let carrier = RegistrationID(organization, .carrier)
        let isLedThere = destination.extensionDigits.map { credentials.record.emergencyNumbers?.contains($0) == true }
        let isCarriers = destination.isPublic || isLedThere == true
        return isCarriers && organizations.held(carrier) != nil ? carrier : RegistrationID(organization)
    }

    /// What the system is given of a party who calls: where there are several organisations, one by name is called back
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
    /// Whether credentials of one organisation at most are held.
    var hasOneOrganization: Bool { Set(record.held.map(\.organization)).count < 2 }
}

extension CallStage {
    /// Whether another call may be dialled beside one at this stage: not while one comes in or is being dialled, so
    /// that a double tap has one effect.
    var allowsDialing: Bool {
        switch self {
        case .ringing, .answering, .requested, .abandoned, .started, .dialing: false
        case .connected, .over: true
        }
    }
}
