/// What becomes of the connections, for the calls that wait for them.
extension Phone {
    mutating func take(
        _ event: SignalingEvent, from registration: RegistrationID, into effects: inout [PhoneEffect]
    ) {
        tell(.one(registration, .signaling(event)), into: &effects)
        guard case .disconnected(let failure?) = event, let key = books.organizations.key(of: registration) else {
            return
        }
        tell(.connectionFailed(key, failure), into: &effects)
    }

    /// Calls that waited for the provider begin, or wait for its INVITE; those it left wait for it again.
    mutating func phaseChanged(
        _ registration: RegistrationID, _ phase: ConnectionPhase, into effects: inout [PhoneEffect]
    ) {
        noteLoss(of: registration, phase)
        for call in books.calls.calls where books.waits(call, for: registration) {
            books.calls.change(call.id) { [limits] call in
                guard phase == .ready else { return call.stopAwaitingInvite(into: &effects) }
                call.dial(over: registration, into: &effects)
                call.awaitInvite(limits: limits, into: &effects)
            }
        }
        if phase == .ready || phase == .reconnecting {
            let (books, isReady) = (books, phase == .ready)
            self.books.past.sessionTaken(
                for: isReady ? limits.takeUpDuration : limits.farewellDuration,
                where: { books.registration($0.organization, $0.provider) == registration }, into: &effects)
        }
        guard phase == .ready else { return }
        exchangeReachable(of: registration.organization, into: &effects)
        guard let key = books.organizations.key(of: registration) else { return }
        tell(.connected(key), into: &effects)
    }

    /// No connection will come: who waits for one is told at once. What only rings may find another way, and a switch
    /// under way may bring credentials.
    mutating func giveUp(_ registration: RegistrationID, into effects: inout [PhoneEffect]) {
        guard books.organizations.record.change?.target != registration.organization else { return }
        for call in books.calls.calls where books.waits(call, for: registration) {
            switch call.stage {
            case .answering: finish(call.id, .answerFailed, into: &effects)
            case .started: finish(call.id, .dialFailed, into: &effects)
            case .ringing, .requested, .abandoned, .dialing, .connected, .over: break
            }
        }
    }
}

extension PhoneBooks {
    /// Whether a call waits for the connection of a registration.
    func waits(_ call: PhoneCall, for registration: RegistrationID) -> Bool {
        call.stage.isLive && call.line == nil && self.registration(of: call) == registration
    }
}
