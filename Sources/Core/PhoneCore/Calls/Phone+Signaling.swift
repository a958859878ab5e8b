/// What becomes of the connections.
extension Phone {
    mutating func take(
        _ event: SignalingEvent, from organization: OrganizationID, into effects: inout [PhoneEffect]
    ) {
        switch event {
        case .ready:
            if !books.ready.contains(organization) {
                books.ready.append(organization)
                books.ready.sort()
            }
            for call in books.calls.calls where books.needs(call, organization) {
                books.calls.change(call.id) { [limits] in
                    $0.dial(into: &effects)
                    $0.awaitInvite(limits: limits, into: &effects)
                }
            }
        case .connecting, .reconnecting: lose(organization, into: &effects)
        case .disconnected(let failure):
            lose(organization, into: &effects)
            guard let failure else { return }
            giveUp(organization, failure, into: &effects)
        }
    }

    private mutating func lose(_ organization: OrganizationID, into effects: inout [PhoneEffect]) {
        books.ready.removeAll { $0 == organization }
        for call in books.calls.calls where books.needs(call, organization) {
            books.calls.change(call.id) { $0.stopAwaitingInvite(into: &effects) }
        }
    }

    /// No connection will come: who waits for one is told at once. What only rings may find another way.
    private mutating func giveUp(
        _ organization: OrganizationID, _ failure: SignalingFailure, into effects: inout [PhoneEffect]
    ) {
        guard failure != .unreachable else { return }
        for call in books.calls.calls where books.needs(call, organization) {
            switch call.stage {
            case .answering: finish(call.id, .answerFailed, into: &effects)
            case .started: finish(call.id, .dialFailed, into: &effects)
            case .ringing, .requested, .abandoned, .dialing, .connected, .over: break
            }
        }
    }
}

extension PhoneBooks {
    /// Whether a call waits for the connection of an organisation.
    func needs(_ call: PhoneCall, _ other: OrganizationID) -> Bool {
        call.line == nil && (call.organization ?? organization) == other
    }
}
