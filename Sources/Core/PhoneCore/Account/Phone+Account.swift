/// The person's session with the exchange, the push token and push key, and the sign-out.
extension Phone {
    mutating func pass(_ event: SessionLifecycle.Event, into effects: inout [PhoneEffect]) {
        let wasUsable = state.session.isUsable
        var wanted: [SessionLifecycle.Effect] = []
        state.session.handle(event, into: &wanted)
        // This comes before the session event, so that the exchange gets the new key.
        if case .signedIn = event { pass(PushKeyRegistration.Event.signedIn, into: &effects) }
        if state.session.isUsable != wasUsable {
            pass(PushTokenRegistration.Event.session(state.session.isUsable), into: &effects)
            pass(PushKeyRegistration.Event.session(state.session.isUsable), into: &effects)
            pass(CredentialRefresh.Event.session(state.session.isUsable), into: &effects)
            pass(AlertToken.Event.session(isSignedIn: state.session.isUsable), into: &effects)
        }
        if state.session.isUsable { state.hasSignedOut = false }
        if case .signedIn = event { pass(CredentialRefresh.Event.signedIn, into: &effects) }
        for effect in wanted {
            switch effect {
            case .renew, .over: effects.append(.session(effect))
            case .clear(let cause): pass(SignOut.Event.begin(cause), into: &effects)
            case .startTimer(let timer, let after): effects.append(.startTimer(.session(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.session(timer)))
            }
        }
    }

    mutating func pass(_ event: PushTokenRegistration.Event, into effects: inout [PhoneEffect]) {
        var wanted: [PushTokenRegistration.Effect] = []
        state.tokens.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .send(let message): effects.append(.upload(message))
            case .emptied: pass(SignOut.Event.done(.pushToken), into: &effects)
            case .startTimer(let timer, let after): effects.append(.startTimer(.tokens(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.tokens(timer)))
            }
        }
    }

    mutating func pass(_ event: PushKeyRegistration.Event, into effects: inout [PhoneEffect]) {
        var wanted: [PushKeyRegistration.Effect] = []
        state.pushKeys.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .make, .upload, .erase: effects.append(.pushKeys(effect))
            case .startTimer(let timer, let after): effects.append(.startTimer(.pushKeys(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.pushKeys(timer)))
            }
        }
    }

    mutating func pass(_ event: SignOut.Event, into effects: inout [PhoneEffect]) {
        var wanted: [SignOut.Effect] = []
        state.signOut.handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .perform(let step): perform(step, into: &effects)
            case .finished:
                state.hasSignedOut = true
                pass(SessionLifecycle.Event.cleared, into: &effects)
            case .startTimer(let timer, let after): effects.append(.startTimer(.signOut(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.signOut(timer)))
            }
        }
    }

    /// Performs a step of the sign-out in the responsible machine, or passes it to the shell.
    private mutating func perform(_ step: SignOutStep, into effects: inout [PhoneEffect]) {
        switch step {
        case .pushToken: pass(PushTokenRegistration.Event.signingOut, into: &effects)
        case .credentials:
            pass(OrganizationState.Event.signedOut, into: &effects)
            pass(PushKeyRegistration.Event.signedOut, into: &effects)
            pass(SignOut.Event.done(step), into: &effects)
        case .notices:
            pass(MissedCallNotices.Event.cleared, into: &effects)
            pass(SignOut.Event.done(step), into: &effects)
        case .session, .identity: effects.append(.signOut(step))
        }
    }
}
