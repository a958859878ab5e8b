import CallModel

/// The token by which the exchange has the system show an alert, where pushes that wake the app fail.
///
/// The system gives it whenever it is asked, which the app does each time it comes to the screen: nothing of it
/// outlives the process, and an upload that failed is made again then. With the session the exchange forgets it.
struct AlertToken: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        case unsaid, asked, confirmed
    }

    private var token: PushToken?
    private var stage = Stage.unsaid

    /// What the exchange is to be told now; told so, it is on its way.
    mutating func given(_ given: PushToken, isSignedIn: Bool) -> PushToken? {
        if token != given { stage = .unsaid }
        token = given
        return next(isSignedIn: isSignedIn)
    }

    /// A person signed in, or out.
    mutating func session(isSignedIn: Bool) -> PushToken? {
        if !isSignedIn { stage = .unsaid }
        return next(isSignedIn: isSignedIn)
    }

    mutating func answered(_ answered: PushToken, isDone: Bool) {
        guard answered == token, stage == .asked else { return }
        stage = isDone ? .confirmed : .unsaid
    }

    private mutating func next(isSignedIn: Bool) -> PushToken? {
        guard isSignedIn, stage == .unsaid, let token else { return nil }
        stage = .asked
        return token
    }
}

extension Phone {
    mutating func take(alertToken token: PushToken, into effects: inout [PhoneEffect]) {
        if let next = books.alertToken.given(token, isSignedIn: books.session.isUsable) {
            effects.append(.uploadAlertToken(next))
        }
    }

    mutating func tellAlertToken(into effects: inout [PhoneEffect]) {
        if let next = books.alertToken.session(isSignedIn: books.session.isUsable) {
            effects.append(.uploadAlertToken(next))
        }
    }

    /// The exchange may have the system show an alert beside the push that woke the phone, and the phone does not hear
    /// of it. So the alert of any call goes when the call is taken, and again when it ends, as it may have come
    /// between. That of another round of the call stays.
    func removeAlert(of session: CallSessionID?, _ round: RingRound, into effects: inout [PhoneEffect]) {
        if let session { effects.append(.notification(.removeAlert(session, round))) }
    }

    /// A call that only an alert told of, which the person did not open: it was missed if no device of theirs took it.
    mutating func missedUnheard(
        _ naming: CallNaming, _ reason: EndReason, _ push: VoIPPush, into effects: inout [PhoneEffect]
    ) -> Bool {
        guard push.way == .background, let session = naming.session, !books.refusesCalls else { return false }
        let id = books.name(session, nil) ?? push.spare
        books.past.add(
            PastCall(
                id: id, session: session, round: naming.round, vendor: nil, organization: nil, provider: .exchange,
                outcome: reason,
                farewell: nil, line: nil),
            limits: limits, into: &effects)
        tell(.ended(CallOutcome(id, .inbound, reason)), into: &effects)
        return true
    }
}
