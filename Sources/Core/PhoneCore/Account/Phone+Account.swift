/// The person's session with the exchange, the push token and push key, and the sign-out.
extension Phone {
    mutating func tell(_ event: SessionLifecycle.Event, into effects: inout [PhoneEffect]) {
        let wasUsable = books.session.isUsable
        var decisions: [SessionLifecycle.Decision] = []
        books.session.handle(event, at: .zero, into: &decisions)
        // This comes before the session event, so that the exchange gets the new key.
        if case .signedIn = event { tell(PushKeyRegistration.Event.signedIn, into: &effects) }
        if books.session.isUsable != wasUsable {
            tell(PushTokenRegistration.Event.session(books.session.isUsable), into: &effects)
            tell(PushKeyRegistration.Event.session(books.session.isUsable), into: &effects)
            tell(CredentialRefresh.Event.session(books.session.isUsable), into: &effects)
            tellAlertToken(into: &effects)
        }
        if books.session.isUsable { books.hasSignedOut = false }
        if case .signedIn = event { tell(CredentialRefresh.Event.signedIn, into: &effects) }
        for decision in decisions {
            switch decision {
            case .renew, .over: effects.append(.session(decision))
            case .clear(let cause): tell(SignOut.Event.begin(cause), into: &effects)
            case .startTimer(let timer, let after): effects.append(.startTimer(.session(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.session(timer)))
            }
        }
    }

    mutating func tell(_ event: PushTokenRegistration.Event, into effects: inout [PhoneEffect]) {
        var decisions: [PushTokenRegistration.Decision] = []
        books.tokens.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .send(let message): effects.append(.upload(message))
            case .emptied: tell(SignOut.Event.done(.pushToken), into: &effects)
            case .startTimer(let timer, let after): effects.append(.startTimer(.tokens(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.tokens(timer)))
            }
        }
    }

    mutating func tell(_ event: PushKeyRegistration.Event, into effects: inout [PhoneEffect]) {
        var decisions: [PushKeyRegistration.Decision] = []
        books.pushKeys.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .make, .upload, .erase: effects.append(.pushKeys(decision))
            case .startTimer(let timer, let after): effects.append(.startTimer(.pushKeys(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.pushKeys(timer)))
            }
        }
    }

    mutating func tell(_ event: SignOut.Event, into effects: inout [PhoneEffect]) {
        var decisions: [SignOut.Decision] = []
        books.signOut.handle(event, at: .zero, into: &decisions)
        for decision in decisions {
            switch decision {
            case .perform(let step): perform(step, into: &effects)
            case .finished:
                books.hasSignedOut = true
                tell(SessionLifecycle.Event.cleared, into: &effects)
            case .startTimer(let timer, let after): effects.append(.startTimer(.signOut(timer), after: after))
            case .stopTimer(let timer): effects.append(.stopTimer(.signOut(timer)))
            }
        }
    }

    /// Performs a step of the sign-out in the responsible machine, or passes it to the shell.
    private mutating func perform(_ step: SignOutStep, into effects: inout [PhoneEffect]) {
        switch step {
        case .pushToken: tell(PushTokenRegistration.Event.signingOut, into: &effects)
        case .credentials:
            tell(OrganizationState.Event.signedOut, into: &effects)
            tell(PushKeyRegistration.Event.signedOut, into: &effects)
            tell(SignOut.Event.done(step), into: &effects)
        case .notices:
            tell(MissedCallNotices.Event.cleared, into: &effects)
            tell(SignOut.Event.done(step), into: &effects)
        case .session, .identity: effects.append(.signOut(step))
        }
    }
}
