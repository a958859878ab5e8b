/// What becomes of the connections, for the calls that wait for them.
extension Phone {
    mutating func take(
        _ event: SignalingEvent, from organization: OrganizationID, into effects: inout [PhoneEffect]
    ) {
        tell(.one(organization, .signaling(event)), into: &effects)
        guard case .disconnected(let failure?) = event, let key = books.organizations.key(of: organization) else {
            return
        }
        tell(.connectionFailed(key, failure), into: &effects)
    }

    /// Calls that waited for the exchange begin, or wait for its INVITE; those it left wait for it again.
    mutating func phaseChanged(
        _ organization: OrganizationID, _ phase: ConnectionPhase, into effects: inout [PhoneEffect]
    ) {
        for call in books.calls.calls where books.needs(call, organization) {
            books.calls.change(call.id) { [limits] call in
                guard phase == .ready else { return call.stopAwaitingInvite(into: &effects) }
                call.dial(into: &effects)
                call.awaitInvite(limits: limits, into: &effects)
            }
        }
        guard phase == .ready, let key = books.organizations.key(of: organization) else { return }
        tell(.connected(key), into: &effects)
    }

    /// No connection will come: who waits for one is told at once. What only rings may find another way, and a switch
    /// under way may bring credentials.
    mutating func giveUp(_ organization: OrganizationID, into effects: inout [PhoneEffect]) {
        guard books.organizations.record.change?.target != organization else { return }
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
        call.stage.isLive && call.line == nil && (call.organization ?? organization) == other
    }
}
