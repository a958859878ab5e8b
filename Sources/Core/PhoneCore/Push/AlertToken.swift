import CallModel

/// The token by which the exchange makes the system show an alert, if pushes that wake the app fail.
///
/// The system gives the token on each request, and the app asks each time it enters the foreground. So the state is not
/// stored, and a failed upload is repeated at the next request. The exchange forgets the token with the session.
struct AlertToken: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        case unsaid, asked, confirmed
    }

    private var token: DevicePushToken?
    private var stage = Stage.unsaid

    /// Whether the exchange has the token.
    var isConfirmed: Bool { stage == .confirmed }

    /// Sets the token that the system gave.
    ///
    /// - Returns: the token to upload now, if it is due; its upload then counts as under way.
    mutating func given(_ given: DevicePushToken, isSignedIn: Bool) -> DevicePushToken? {
        if token != given { stage = .unsaid }
        token = given
        return next(isSignedIn: isSignedIn)
    }

    /// A person signed in or out.
    ///
    /// - Returns: the token to upload now, if it is due.
    mutating func session(isSignedIn: Bool) -> DevicePushToken? {
        if !isSignedIn { stage = .unsaid }
        return next(isSignedIn: isSignedIn)
    }

    mutating func answered(_ answered: DevicePushToken, isDone: Bool) {
        guard answered == token, stage == .asked else { return }
        stage = isDone ? .confirmed : .unsaid
    }

    private mutating func next(isSignedIn: Bool) -> DevicePushToken? {
        guard isSignedIn, stage == .unsaid, let token else { return nil }
        stage = .asked
        return token
    }
}

extension Phone {
    mutating func handle(alertToken token: DevicePushToken, into effects: inout [PhoneEffect]) {
        if let next = state.alertToken.given(token, isSignedIn: state.session.isUsable) {
            effects.append(.uploadAlertToken(next))
        }
    }

    mutating func sendAlertToken(into effects: inout [PhoneEffect]) {
        if let next = state.alertToken.session(isSignedIn: state.session.isUsable) {
            effects.append(.uploadAlertToken(next))
        }
    }

    /// Removes the alert of a call. The exchange may show an alert beside the push that woke the phone, and the phone
    /// does not learn of it. So the alert is removed when the call is answered and again when it ends, because it may
    /// have come in between. The alert of another round of the call stays.
    func removeAlert(of session: CallSessionID?, _ round: RingRound, into effects: inout [PhoneEffect]) {
        if let session { effects.append(.notification(.removeAlert(session, round))) }
    }

    /// A call ended that only an alert announced and that the person did not open. It was missed if no device of the
    /// person answered.
    mutating func missedUnheard(
        _ naming: CallIdentifiers, _ reason: EndReason, _ push: VoIPPush, into effects: inout [PhoneEffect]
    ) -> Bool {
        guard push.way == .background, let session = naming.session, !state.refusesCalls else { return false }
        let id = state.name(session, nil) ?? push.spare
        state.past.add(
            PastCall(
                id: id, session: session, round: naming.round, vendor: nil, organization: nil, provider: .exchange,
                outcome: reason,
                farewell: nil, line: nil),
            limits: limits, into: &effects)
        pass(.ended(CallOutcome(id, .inbound, reason)), into: &effects)
        return true
    }
}
