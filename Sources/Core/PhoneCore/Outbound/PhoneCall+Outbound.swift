import CallModel
import Redaction

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
