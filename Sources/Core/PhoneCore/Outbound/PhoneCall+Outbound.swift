import CallModel
import Redaction

extension PhoneCall {
    /// A call the person wishes to place to a number that was checked.
    init(dialing request: DialRequest, to number: Redacted<String>, over organization: OrganizationID) {
        self.init(
            id: request.spare, direction: .outbound, organization: organization,
            display: CallDisplay(.phoneNumber(number), name: request.name), stage: .requested)
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
        guard stage == .started, case .phoneNumber(let number) = display.handle else { return }
        let line = LineID(outbound: id)
        self.line = BoundLine(id: line, registration: registration, state: CallState(idle: .outbound))
        stage = .dialing
        effects.append(.stopTimer(.dial(id)))
        effects.append(.line(.dial(line, registration, number)))
        if isMuted { effects.append(.line(.mute(line, true))) }
    }
}
